import type pg from 'pg';
import { enqueue } from '../../platform/jobs/jobRepository';
import { appendLedgerEntry, type EntryActor } from './ledgerRepository';
import { insertRefund } from './refundRepository';

interface RefundOrder {
  trn: string;
  intent: string;
  /** Cents. */
  amount: number;
  rule?: string;
  note?: string;
  actor: EntryActor;
  personId?: string;
  /** Idempotency key of the call that orders the refund. */
  act?: string;
  now: Date;
}

export async function orderRefund(client: pg.PoolClient, { intent, act, ...order }: RefundOrder): Promise<number> {
  const { trn, amount, now } = order;
  const id = await insertRefund(client, { trn, intent, amount, act, now });
  await appendLedgerEntry(client, { ...order, kind: 'refund', reference: refundKey(trn, id) });
  // The job has no `trn`, so erasing the application doesn't delete it.
  await enqueue(client, 'send-refund', { refund: id });
  return id;
}

export const refundKey = (trn: string, id: number): string => `refund-${trn}-${id}`;

/** `('refund-100001-7', '100001')` → 7. Undefined for other keys. */
export function refundIdIn(key: string, trn: string): number | undefined {
  const prefix = refundKey(trn, 0).slice(0, -1);
  return key.startsWith(prefix) ? Number(key.slice(prefix.length)) : undefined;
}
