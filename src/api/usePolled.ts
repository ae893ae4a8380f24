import { useEffect, useRef } from 'react';
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import { createStore } from '../model/createStore';
import type { ApiError } from './apiError';

/**
 * What `ask` answers, asked again and again while somebody is at the page. Asking counts as use of the session, and that of a page left
 * open must end (security page): then what is known stands, and as soon as somebody comes back it is asked again. `key` is SWR's.
 */
export function usePolled<T>(
  key: string,
  ask: () => Promise<T>,
  every: SWRConfiguration<T>['refreshInterval'],
): SWRResponse<T, ApiError> {
  const last = useRef<{ key: string; records: T }>(undefined);
  const poll = async (): Promise<T> => {
    if (last.current?.key === key && !presence.isThere()) return last.current.records;
    const records = await ask();
    last.current = { key, records };
    return records;
  };
  const polled = useSWR<T, ApiError>(key, poll, { refreshInterval: every });
  useReturn(polled.mutate);
  return polled;
}

/** SWR's settings for what is asked again and again while somebody is at the page. */
export const whilePresent = (every: number) => ({ refreshInterval: every, isPaused: () => !presence.isThere() });

/** Asks again as soon as somebody comes back. */
export function useReturn(mutate: () => Promise<unknown>): void {
  // The world outside is who sits before the screen.
  useEffect(() => presence.onReturn(() => void mutate()), [mutate]);
}

/** Who has not touched, typed or pointed for so long is taken to have left. */
const LEFT_AFTER = 120_000;

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'focus'];

interface Presence {
  isThere(): boolean;
  /** Calls `listener` when somebody comes back; gives the function that ends it. */
  onReturn(listener: () => void): () => void;
}

/** Distinguishes a page that is looked at from one that was left open. */
function createPresence(page: Pick<Window, 'addEventListener'>): Presence {
  let seen = Date.now();
  const lastReturn = createStore(seen);
  const isThere = () => Date.now() - seen < LEFT_AFTER;
  const note = () => {
    const wasAway = !isThere();
    seen = Date.now();
    if (wasAway) lastReturn.set(seen);
  };
  for (const sign of SIGNS) page.addEventListener(sign, note, { passive: true, capture: true });
  return {
    isThere,
    onReturn: lastReturn.subscribe,
  };
}

const presence = createPresence(window);
