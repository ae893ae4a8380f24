import useSWR, { type SWRResponse } from 'swr';
import type { OwnRequests, ReceivedRequests } from '../contract/accommodation';
import type { ApiError } from './apiError';
import { request } from './client';

export function useOwnRequests(trn: string): SWRResponse<OwnRequests, ApiError> {
  return useSWR<OwnRequests, ApiError>(['accommodation', trn], () =>
    request('GET /accommodation/:trn', { params: { trn } }),
  );
}

export function requestAccommodation(text: string, key: string): Promise<OwnRequests> {
  return request('POST /accommodation', { body: { text }, key });
}

const own = { session: 'none' } as const;

export function useReceivedRequests(): SWRResponse<ReceivedRequests, ApiError> {
  return useSWR<ReceivedRequests, ApiError>('office/accommodation', () => request('GET /office/accommodation', own));
}

export function markAsAnswered(id: number): Promise<ReceivedRequests> {
  return request('POST /office/accommodation/answered', { body: { id }, ...own });
}
