import type pg from 'pg';
import type { ApplicationEvent } from '../../applications/domainEvents';
import { enqueue } from '../../platform/jobs/jobRepository';
import { appendLedgerEntry, lockLedger } from './ledgerRepository';
import { refundIdIn } from './orderRefund';
import { findProviderRefund, findRefundRow, finishRefund, insertProviderRefund, saveDispute } from './refundRepository';

/** Statuses in which the bank has taken the money back. An inquiry (`warning_…`) takes no money. */
const TAKEN = ['needs_response', 'under_review', 'lost'];

export async function bookDispute(
  client: pg.PoolClient,
  { applicationId: trn, data, now }: ApplicationEvent,
): Promise<void> {
  const { dispute, amount, reason, status, evidence_due, reported_at } = data ?? {};
  const id = String(dispute);
  await lockLedger(client, trn);
  await saveDispute(client, {
    id,
    trn,
    amount_cents: Number(amount),
    reason: String(reason),
    status: String(status),
    evidence_due_at: evidence_due ? new Date(String(evidence_due)) : null,
    reported_at: new Date(String(reported_at)),
  });
  const entry = { trn, amount: Number(amount), reference: id, actor: 'provider', now } as const;
  if (TAKEN.includes(String(status)) || status === 'won')
    await appendLedgerEntry(client, { ...entry, kind: 'dispute' });
  if (status === 'won') await appendLedgerEntry(client, { ...entry, kind: 'disputeReturned' });
  await enqueue(client, 'settle-case', { trn });
}

/** Books a refund that failed at the bank or was made in the provider's dashboard. */
export async function bookProviderRefund(
  client: pg.PoolClient,
  { applicationId: trn, data, now }: ApplicationEvent,
): Promise<void> {
  const { refund, intent, amount, status, key } = data ?? {};
  const providerId = String(refund);
  const hasFailed = status === 'failed' || status === 'canceled';
  await lockLedger(client, trn);
  const sent = { trn, intent: String(intent), amount: Number(amount), providerId, now };
  const entry = { trn, amount: Number(amount), actor: 'provider', now } as const;
  const id = refundIdIn(String(key ?? ''), trn);
  if (id === undefined && !hasFailed && (await insertProviderRefund(client, sent)))
    await appendLedgerEntry(client, { ...entry, kind: 'refund', rule: 'byProvider', reference: providerId });
  // The event may arrive before the response with the provider's refund id.
  const row = id === undefined ? await findProviderRefund(client, providerId) : await findRefundRow(client, id);
  const result = { state: 'failed', error: String(status), providerId } as const;
  if (hasFailed && row?.trn === trn && (await finishRefund(client, row.id, result, now)))
    await appendLedgerEntry(client, { ...entry, kind: 'refundFailed', reference: providerId });
  await enqueue(client, 'settle-case', { trn });
}
