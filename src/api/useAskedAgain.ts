import { useEffect, useRef } from 'react';
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import { createStore } from '../model/createStore';
import type { ApiError } from './apiError';
import { get } from './client';

/**
 * Records of a GET that is asked again and again while somebody is at the page. Asking counts as use of the session, and that of a
 * page left open must end (security page): then what is known stands, and whoever comes back has it asked at once.
 */
export function useAskedAgain<T>(
  path: string,
  every: SWRConfiguration<T>['refreshInterval'],
): SWRResponse<T, ApiError> {
  const last = useRef<{ path: string; records: T }>(undefined);
  const ask = async (url: string): Promise<T> => {
    if (last.current?.path === url && !attendance.isThere()) return last.current.records;
    const records = await get<T>(url);
    last.current = { path: url, records };
    return records;
  };
  const asked = useSWR<T, ApiError>(path, ask, { refreshInterval: every });
  const { mutate } = asked;
  // The world outside is who sits before the screen.
  useEffect(() => attendance.onReturn(() => void mutate()), [mutate]);
  return asked;
}

/** Who has not touched, typed or pointed for so long is taken to have left. */
const LEFT_AFTER = 120_000;

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'focus'];

interface Attendance {
  isThere(): boolean;
  /** Calls `listener` when somebody comes back; gives the function that ends it. */
  onReturn(listener: () => void): () => void;
}

/** Tells a page that is looked at from one that was left open. */
function createAttendance(page: Pick<Window, 'addEventListener'>): Attendance {
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

const attendance = createAttendance(window);
