import useSWR, { type SWRResponse } from 'swr';
import type { CaseLedger, LedgerException } from '../contract/ledger';
import type { ApiError } from './apiError';
import { callAddress, request, requestFile } from './client';

const WAITING_MS = 3000;

const own = { session: 'none' } as const;

/** `changed` is part of the cache key, so a changed application's ledger is fetched again. */
export function useLedger(id: string, changed: string): SWRResponse<CaseLedger, ApiError> {
  const ask = () => request('GET /office/applications/:id/ledger', { params: { id }, ...own });
  return useSWR<CaseLedger, ApiError>(['office/ledger', id, changed], ask, {
    keepPreviousData: true,
    refreshInterval: (ledger) => (ledger?.refunds.some(({ state }) => state === 'queued') ? WAITING_MS : 0),
  });
}

export function useExceptions(): SWRResponse<{ exceptions: LedgerException[] }, ApiError> {
  return useSWR<{ exceptions: LedgerException[] }, ApiError>('office/exceptions', () =>
    request('GET /office/ledger/exceptions', own),
  );
}

export function addCost(id: string, body: { amount: number; what: string }, key: string): Promise<CaseLedger> {
  return request('POST /office/applications/:id/costs', { params: { id }, body, key, ...own });
}

export function orderRefund(id: string, body: { amount: number; why: string }, key: string): Promise<CaseLedger> {
  return request('POST /office/applications/:id/refunds', { params: { id }, body, key, ...own });
}

export function downloadReceipt(trn: string): Promise<Blob> {
  return requestFile(callAddress('GET /receipt/:trn', { trn }));
}
