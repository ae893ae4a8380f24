import type { ApplicationDeps } from '../../applications/applicationDeps';
import { transaction } from '../../platform/db/transaction';
import { appendLedgerEntry, lockLedger } from './ledgerRepository';
import { refundKey } from './orderRefund';
import { findRefundRow, finishRefund, type RefundResult } from './refundRepository';

export interface RefundGateway {
  /** Idempotent by `key`. Returns a failure if the provider refuses permanently. Throws other errors. */
  refund(order: { intent: string; amount: number; key: string; trn: string }): Promise<RefundResult>;
}

export interface LedgerDeps extends ApplicationDeps {
  payments: RefundGateway;
}

/** Sends a queued refund and stores the result. Idempotent. */
export async function sendRefund(
  { db, clock, payments }: Pick<LedgerDeps, 'db' | 'clock' | 'payments'>,
  id: number,
): Promise<void> {
  const refund = await findRefundRow(db, id);
  if (refund?.state !== 'queued') return;
  const { trn, intent, amount_cents: amount } = refund;
  const result = await payments.refund({ intent, amount, key: refundKey(trn, id), trn });
  await transaction(db, async (client) => {
    await lockLedger(client, trn);
    const now = clock();
    if (!(await finishRefund(client, id, result, now)) || result.state !== 'failed') return;
    const failed = {
      trn,
      kind: 'refundFailed',
      amount,
      reference: refundKey(trn, id),
      actor: 'provider',
      now,
    } as const;
    await appendLedgerEntry(client, failed);
  });
}
