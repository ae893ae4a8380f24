import useSWR, { type SWRResponse } from 'swr';
import type {
  ConsentRecord,
  Fees,
  PaymentOrder,
  PreparedPayment,
  RecordState,
  SignedOrder,
  Submission,
  UnsavedSection,
} from '../contract/payment';
import type { ApiError } from './apiError';
import { takeFromBootstrap } from './bootstrap';
import { callAddress, request } from './client';
import { sendAllDrafts } from './drafts';
import { usePolled } from './usePolled';

declare module './bootstrap' {
  interface Bootstrap {
    fees?: Fees;
    unsaved?: UnsavedSection[];
  }
}

export function useFees(trn: string): SWRResponse<Fees, ApiError> {
  return useSWR<Fees, ApiError>(callAddress('GET /payment/fees/:trn', { trn }), () => findFees(trn), {
    // Terms must not change while someone reads them.
    revalidateOnReconnect: false,
  });
}

function findFees(trn: string): Promise<Fees> {
  return takeFromBootstrap(
    'fees',
    ({ fees }) => fees,
    () => request('GET /payment/fees/:trn', { params: { trn } }),
  );
}

/** Returns the sections that changed after they were last saved. */
export function useUnsaved(trn: string): SWRResponse<string[], ApiError> {
  return useSWR<string[], ApiError>(callAddress('GET /payment/unsaved/:trn', { trn }), () => findUnsaved(trn));
}

async function findUnsaved(trn: string): Promise<string[]> {
  const { hadUnsentDrafts, left } = await sendAllDrafts(trn);
  const ask = () => request('GET /payment/unsaved/:trn', { params: { trn } });
  const found = hadUnsentDrafts ? await ask() : await takeFromBootstrap('unsaved', ({ unsaved }) => unsaved, ask);
  return [...new Set([...found.map(({ section }) => section), ...left])];
}

/** Pays and submits. Use one `key` for all attempts. Rejects with 400 if the card is declined. */
export function pay(order: PaymentOrder, key: string): Promise<unknown> {
  return request('POST /payment', { body: order, key, timeout: 60_000 });
}

/** Submits without a payment. Use one `key` for all attempts. */
export function submitUnpaid(submission: Submission, key: string): Promise<unknown> {
  return request('POST /application/submit', { body: submission, key, timeout: 60_000 });
}

/** Stores the signed order. Returns what the browser needs to confirm the payment. */
export function preparePayment(order: SignedOrder): Promise<PreparedPayment> {
  return request('POST /payment/intent', { body: order, timeout: 60_000 });
}

/** Submits after the card was charged. The call can be repeated. */
export function confirmPayment(intent: string): Promise<unknown> {
  return request('POST /payment/settle', { body: { intent }, timeout: 60_000 });
}

export function useConsent(trn: string): SWRResponse<ConsentRecord, ApiError> {
  const name = 'GET /payment/consent/:trn';
  return useSWR<ConsentRecord, ApiError>(callAddress(name, { trn }), () => request(name, { params: { trn } }));
}

export function useSignedRecord(trn: string): SWRResponse<RecordState, ApiError> {
  const every = (state?: RecordState) => (state?.document === null ? 2_000 : 60_000);
  return usePolled(callAddress('GET /record/:trn', { trn }), () => findSignedRecord(trn), every);
}

export function findSignedRecord(trn: string): Promise<RecordState> {
  return request('GET /record/:trn', { params: { trn } });
}

/** Returns the fee in dollars. */
export function getFee({ recordset: [{ ApplicationFee }] }: Fees): number {
  return ApplicationFee;
}
