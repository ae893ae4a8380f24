import { messages } from '../../../messages/serverMessages';
import { formatDollars, toCents, toDollars } from '../../../model/format/money';
import { type IncomeRules, incomeRules } from '../../../model/law/decisions';
import { fillText } from '../../../model/messages/fillText';
import { type DeclineReason, summaryPlaces } from '../../../model/office';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { incomeRows } from '../../applications/income/incomeRows';
import { answersBySection, type OpenApplication, readApplication } from '../../applications/readApplication';
import type { OfficeRow } from '../../applications/statusRepository';
import type { Translations } from '../../forms/languages';

/** Local law's limits on the income test. `subsidy` is in cents per month. */
export interface IncomeLaw {
  rules: IncomeRules;
  subsidy: number;
}

export function findIncomeLaw(
  { forms }: Pick<ApplicationDeps, 'forms'>,
  { home }: Pick<OfficeRow, 'home'>,
  application: OpenApplication,
): IncomeLaw {
  const { others } = incomeRows(forms.findStepByRole('income')?.step, answersBySection(application));
  const paid = others
    .filter(({ other_income_type: type }) => summaryPlaces().subsidies.some((known) => known === type))
    .map(({ monthly_income: amount }) => Number(amount))
    .filter(Number.isFinite);
  return { rules: incomeRules(forms.getLaw(home)), subsidy: toCents(paid.reduce((sum, amount) => sum + amount, 0)) };
}

/** Removes credit history as a reason if the law forbids it for applicants with a subsidy. */
export function reasonsUnderLaw(reasons: readonly DeclineReason[], { rules, subsidy }: IncomeLaw): DeclineReason[] {
  return reasons.filter((reason) => reason !== 'credit' || subsidy === 0 || rules.credit !== 'none');
}

/** Returns the reasons that local law allows. Reads the answers only if the law's rule depends on them. */
export async function allowedReasons(
  deps: ApplicationDeps,
  row: OfficeRow,
  reasons: readonly DeclineReason[],
): Promise<DeclineReason[]> {
  if (incomeRules(deps.forms.getLaw(row.home)).credit !== 'none') return [...reasons];
  return reasonsUnderLaw(reasons, findIncomeLaw(deps, row, await readApplication(deps, row.trn)));
}

export function describeIncomeLaw({ rules, subsidy }: IncomeLaw, texts: Translations = {}): string[] {
  if (subsidy === 0 || !rules.isTenantShare) return [];
  const { share, alternative, noCredit } = messages('server-office').law;
  const translate = (text: string, values = {}) => fillText(texts[text] ?? text, values);
  return [
    translate(share, { amount: formatDollars(toDollars(subsidy)) }),
    ...(rules.credit === 'alternative' ? [translate(alternative)] : []),
    ...(rules.credit === 'none' ? [translate(noCredit)] : []),
  ];
}
