import useSWR, { type SWRResponse } from 'swr';
import type { AnswerLine } from '../model/answerLines';
import { idempotent } from './act';
import type { ApiError } from './apiError';
import { get, post } from './client';
import { useAskedAgain } from './useAskedAgain';

/** What the application costs, in dollars, and who takes the card. */
export interface Fees {
  recordset: [{ ApplicationFee: number; SubscriberFee: number }];
  publishableKey: string;
  provider: 'sandbox' | 'stripe';
}

/** What a payment sends beside the answers of its step (spec 002, section 7, Payment). */
export interface PaymentOrder {
  trn_id: string;
  /** The card token: the provider alone knows the card behind it. */
  token: string;
  /** The signature, a PNG as a data URL. */
  file: string;
  document_id: string;
  /** In cents; the server refuses another than its own. */
  amount: number;
  /** The digest of the terms that were shown; the server refuses another than that of its own. */
  terms: string;
  [member: string]: unknown;
}

/** The consent and payment record (spec 003, section 3, Consent); before the payment the terms alone, `file` null. */
export type ConsentRecord = { text: string; subscriber_text: string; file: null } | SignedConsent;

/** Terms and questions are those of the record; null where it does not hold them. */
export interface SignedConsent {
  text: string | null;
  subscriber_text: string | null;
  sections: { step: string; section: string; title: string; lines: AnswerLine[] }[] | null;
  /** Address of the signature; short-lived, needs no session. */
  file: string;
  ip: string;
  InviteInfo: { CreatedOn: string };
  name_on_card: string;
  /** In dollars. */
  amount: number;
  transaction_date: string | null;
  /** The last digits. */
  card_number: string;
  city: string;
  state: string;
}

/** Records of GET payment/fees. */
export function useFees(trnId: string): SWRResponse<Fees, ApiError> {
  return useSWR<Fees, ApiError>(`/payment/fees/${encodeURIComponent(trnId)}`, get<Fees>, {
    // What somebody has read and agreed to must not change under their eyes.
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
}

/** Pays and hands the application in; the same `key` for every try of the same order. Rejects with 400 for a refused card. */
export function pay(order: PaymentOrder, key: string): Promise<unknown> {
  return post('/payment', order, { ...idempotent(key), timeout: 60_000 });
}

/** Records of GET payment/consent. */
export function useConsent(trnId: string): SWRResponse<ConsentRecord, ApiError> {
  return useSWR<ConsentRecord, ApiError>(`/payment/consent/${encodeURIComponent(trnId)}`, get<ConsentRecord>);
}

/** Whether what was signed is still what is stored (records of GET record). */
export interface RecordState {
  state: 'whole' | 'broken' | 'missing';
  parts: { part: 'entry' | 'answers' | 'questions' | 'terms' | 'signature' | 'details' | 'document'; whole: boolean }[];
  /** The documents handed in with the application, as they are stored now. */
  files: { name: string; state: 'unchanged' | 'changed' | 'gone' }[];
  hash?: string;
  /** Short-lived address of the PDF; null while it is being made. */
  document?: string | null;
}

/** Records of GET record; asked again as long as the PDF is being made. */
export function useSignedRecord(trnId: string): SWRResponse<RecordState, ApiError> {
  const every = (data?: RecordState) => (data?.document === null ? 2_000 : 60_000);
  return useAskedAgain<RecordState>(`/record/${encodeURIComponent(trnId)}`, every);
}
