import type pg from 'pg';
import type { PlaceLaw } from '../../../model/law/jurisdictions';
import { getBalance, getRetained, type Sums, sumEntries } from '../../../model/ledger/balance';
import {
  type DueRefund,
  findRefund,
  findRefundRules,
  type MoneyCase,
  type RefundRule,
} from '../../../model/ledger/refundRules';
import { statusPage } from '../../../model/office';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { setDeadline } from '../../applications/deadlineRepository';
import { readDecision } from '../../applications/review/decisionRepository';
import { findStatus, type OfficeRow } from '../../applications/statusRepository';
import { transaction } from '../../platform/db/transaction';
import { enqueue } from '../../platform/jobs/jobRepository';
import {
  appendLedgerEntry,
  findMoney,
  listEntries,
  listOtherApplicants,
  lockLedger,
  type MoneyRow,
} from './ledgerRepository';
import { orderRefund } from './orderRefund';
import { listRefunds } from './refundRepository';

const SELECTED = ['approved', 'approvedWithConditions'];
/** Rule name for amounts that aren't refunded under any rule. */
const NO_REFUND_RULE = 'notRefunded';
/** Name of the rule for costs and refunds above the charge. */
const LANDLORDS = 'landlordPays';

type SettleDeps = Pick<ApplicationDeps, 'db' | 'clock' | 'keyring' | 'forms'>;

/**
 * Applies the refund rules in one transaction: orders or schedules a refund, and books the retained amount. Idempotent.
 */
export async function closeCase(
  deps: SettleDeps,
  trn: string,
  findRules: (law: PlaceLaw) => readonly RefundRule[] = findRefundRules,
): Promise<void> {
  const key = await deps.keyring.keyOf(trn).catch(() => undefined);
  const now = deps.clock();
  await transaction(deps.db, async (client) => {
    await lockLedger(client, trn);
    const status = await findStatus(client, trn);
    const row = await findMoney(client, trn, SELECTED);
    // A failed refund isn't ordered again. The office decides what to do.
    const hasFailed = (await listRefunds(client, trn)).at(-1)?.state === 'failed';
    if (!status || !row || !key || hasFailed) return;
    const sums = sumEntries(await listEntries(client, trn));
    const money = toMoneyCase({ ...status, ...row }, sums, trn, key);
    const rules = findRules(deps.forms.getLaw(status.home));
    await scheduleOtherApplicants(client, trn, money, rules);
    const due = findRefund(rules, money);
    const isLater = due !== undefined && due.at > now;
    if (isLater) await setDeadline(client, { trn, job: 'settle-case', name: due.rule, dueAt: due.at });
    const refunded = due && !isLater && row.intent ? await refundByRule(client, trn, row.intent, due, now) : 0;
    const isClosed = money.closedAt !== undefined && !isLater;
    const booked = await bookRetained(client, trn, sums, refunded, isClosed, now);
    if (refunded > 0 || (booked && sums.cost > 0)) await enqueue(client, 'itemized-receipt', { trn });
  });
}

function toMoneyCase(row: OfficeRow & MoneyRow, sums: Sums, trn: string, key: Buffer): MoneyCase {
  const isClosed = !statusPage(row.status).isOpen;
  const decision = readDecision(trn, row.decision, key);
  return {
    sums,
    submittedAt: row.submitted_at,
    isSelected: SELECTED.includes(row.status),
    closedAt: isClosed ? row.changed_at : undefined,
    isUnitGone: decision?.reasons.includes('gone') ?? false,
    isUnlisted: decision?.reasons.some((reason) => row.listed_reasons?.includes(reason) === false) ?? false,
    otherSelectedAt: row.other_selected_at ?? undefined,
  };
}

/** Schedules `closeCase` for the unit's other applicants, because some rules refund them after an approval. */
async function scheduleOtherApplicants(
  client: pg.PoolClient,
  trn: string,
  { isSelected, closedAt }: MoneyCase,
  rules: readonly RefundRule[],
): Promise<void> {
  if (!isSelected || !closedAt || !rules.some(({ daysAfterSelection }) => daysAfterSelection !== undefined)) return;
  for (const other of await listOtherApplicants(client, trn))
    await setDeadline(client, { trn: other, job: 'settle-case', name: 'selected', dueAt: closedAt });
}

async function refundByRule(
  client: pg.PoolClient,
  trn: string,
  intent: string,
  { rule, amount }: DueRefund,
  now: Date,
): Promise<number> {
  await orderRefund(client, { trn, intent, amount, rule, actor: 'program', now });
  return amount;
}

/**
 * Books the rest of the charge as retained if the application is closed and no later refund is scheduled. Otherwise,
 * releases the retained amount. The landlord pays costs and refunds above the charge.
 */
async function bookRetained(
  client: pg.PoolClient,
  trn: string,
  sums: Sums,
  refunded: number,
  isClosed: boolean,
  now: Date,
): Promise<boolean> {
  const retained = getRetained(sums);
  const rest = isClosed ? getBalance(sums) - refunded : -retained;
  const released = Math.min(Math.max(0, -rest), Math.max(0, retained));
  const entries = [
    { kind: 'retained', amount: rest, rule: retained < 0 ? LANDLORDS : NO_REFUND_RULE },
    { kind: 'released', amount: released, rule: NO_REFUND_RULE },
    { kind: 'released', amount: -rest - released, rule: LANDLORDS },
  ] as const;
  for (const entry of entries.filter(({ amount }) => amount > 0))
    await appendLedgerEntry(client, { trn, ...entry, actor: 'program', now });
  return rest !== 0;
}
