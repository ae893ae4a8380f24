import useSWR, { type SWRResponse } from 'swr';
import type { ConsentRecord, Fees, PaymentOrder, RecordState } from '../contract/payment';
import type { ApiError } from './apiError';
import { addressOf, request } from './client';
import { takeOpened } from './opening';
import { usePolled } from './usePolled';

declare module './opening' {
  interface Opening {
    fees?: Fees;
  }
}

/** GET /payment/fees: what the application costs. */
export function useFees(trn: string): SWRResponse<Fees, ApiError> {
  return useSWR<Fees, ApiError>(addressOf('GET /payment/fees/:trn', { trn }), () => findFees(trn), {
    // What somebody has read and agreed to must not change under their eyes.
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
}

function findFees(trn: string): Promise<Fees> {
  return takeOpened(
    'fees',
    ({ fees }) => fees,
    () => request('GET /payment/fees/:trn', { params: { trn } }),
  );
}

/** Pays and hands the application in; the same `key` for every try of the same order. Rejects with 400 for a refused card. */
export function pay(order: PaymentOrder, key: string): Promise<unknown> {
  return request('POST /payment', { body: order, key, timeout: 60_000 });
}

/** GET /payment/consent: what was agreed to, signed and paid. */
export function useConsent(trn: string): SWRResponse<ConsentRecord, ApiError> {
  const name = 'GET /payment/consent/:trn';
  return useSWR<ConsentRecord, ApiError>(addressOf(name, { trn }), () => request(name, { params: { trn } }));
}

/** GET /record: whether what was signed is still what is stored; polled as long as the PDF is being made. */
export function useSignedRecord(trn: string): SWRResponse<RecordState, ApiError> {
  const name = 'GET /record/:trn';
  const every = (state?: RecordState) => (state?.document === null ? 2_000 : 60_000);
  return usePolled(addressOf(name, { trn }), () => request(name, { params: { trn } }), every);
}

/** What is charged, in dollars: the application fee. */
export function feeOf({ recordset: [{ ApplicationFee }] }: Fees): number {
  return ApplicationFee;
}

interface ServedTerms {
  text?: unknown;
  subscriber_text?: unknown;
}

/** What is agreed to: the subscriber's terms without the instructions that are served with them, which are all where there are no terms. */
export function termsOf({ text, subscriber_text }: ServedTerms): string {
  return String(subscriber_text || text || '');
}
