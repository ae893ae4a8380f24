import { useEffect, useRef } from 'react';
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import type { ApiError } from './apiError';
import { attendance } from './attendance';
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
