import { useEffect, useRef } from 'react';
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import { createStore } from '../model/createStore';
import type { ApiError } from './apiError';

/**
 * Polls while someone uses the page, and once when the person returns. Polling an abandoned page would prolong its
 * session.
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
  useRefetchOnReturn(polled.mutate);
  return polled;
}

export const pollWhilePresent = (every: number) => ({ refreshInterval: every, isPaused: () => !presence.isThere() });

export function useRefetchOnReturn(mutate: () => Promise<unknown>): void {
  // Synchronizes with the user's presence.
  useEffect(() => presence.onReturn(() => void mutate()), [mutate]);
}

/** Milliseconds without input. */
const ABANDONED_AFTER_MS = 120_000;

const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'focus'];

interface Presence {
  isThere(): boolean;
  onReturn(listener: () => void): () => void;
}

function createPresence(page: Pick<Window, 'addEventListener'>): Presence {
  let lastInput = Date.now();
  const lastReturn = createStore(lastInput);
  const isThere = () => Date.now() - lastInput < ABANDONED_AFTER_MS;
  const note = () => {
    const wasAway = !isThere();
    lastInput = Date.now();
    if (wasAway) lastReturn.set(lastInput);
  };
  for (const name of ACTIVITY_EVENTS) page.addEventListener(name, note, { passive: true, capture: true });
  return {
    isThere,
    onReturn: lastReturn.subscribe,
  };
}

const presence = createPresence(window);
