import { todayIn } from '../../../model/format/todayIn';
import { appealableUntil, type WithdrawalRules, withdrawalRules } from '../../../model/law/decisions';
import { isActionAllowed } from '../../../model/office';
import type { ApplicationDeps } from '../applicationDeps';
import { refuse } from '../applicationErrors';
import { findStatus, type OfficeRow } from '../statusRepository';
import { applyDecision } from './applyDecision';

export interface Appeal {
  is_open: boolean;
  /** ISO date of the last day to appeal. Null if there's none. */
  until: string | null;
}

/** Returns whether the applicant can respond before an offer is withdrawn, or appeal afterward. */
export async function findAppeal(
  { forms, stores, clock }: Pick<ApplicationDeps, 'forms' | 'stores' | 'clock'>,
  row: OfficeRow,
): Promise<Appeal> {
  if (!isActionAllowed('appeal', row.status, 'applicant')) return { is_open: false, until: null };
  const { time_zone: timeZone } = await stores.subscribers.find(row.subscriber_id);
  const rules = withdrawalRules(forms.getLaw(row.home));
  if (row.status === 'offered') return { is_open: row.withdrawal_announced_at !== null, until: null };
  const until = lastDay(row, rules, timeZone);
  return { is_open: until !== null && todayIn(timeZone, clock()) <= until, until };
}

function lastDay({ offer_withdrawn_at: at }: OfficeRow, rules: WithdrawalRules, timeZone: string): string | null {
  return (at && appealableUntil(todayIn(timeZone, at), rules)) ?? null;
}

/** Records an appeal. Throws `notSubmitted`, `staleAct`, or `noSuchAct` if no appeal is possible. */
export async function appeal(deps: ApplicationDeps, trn: string, text: string): Promise<void> {
  const row = await findStatus(deps.db, trn);
  if (!row) throw refuse('notSubmitted');
  if (!(await findAppeal(deps, row)).is_open) throw refuse('noSuchAct');
  const body = { act: 'appeal', revision: row.revision, explanation: text } as const;
  await applyDecision(deps, row, { actor: { kind: 'applicant' }, body, now: deps.clock() });
}
