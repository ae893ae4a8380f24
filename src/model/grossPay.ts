import type { PayStub } from './checks/findings';
import { checkRules } from './checks/rules';
import { daysBetween } from './dates';
import type { FormChange } from './formContext';
import { isRecord, recordsIn } from './paths';
import { averageMonthlyPay, fromMonthly, isPayFrequency, monthlyPay, type PayFrequency } from './pay';
import type { Answers } from './types';

/** An employer whose documents tell another monthly gross than the applicant (spec 002 §4, Gross pay discrepancy). */
export interface GrossPayDifference {
  /** Its place in the list. */
  index: number;
  name?: string;
  /** Dollars a month, according to the applicant and to the documents. */
  typed: number;
  documents: number;
}

/** Whose value counts: the applicant's, the documents', or a third one. */
export type GrossPayChoice =
  | { by: 'typed' | 'documents' }
  | { by: 'other'; new_avrgross_pay: number; comment?: string };

/** The first employer with files whose gross pay differs from what its documents tell and is not verified; undefined when there is none. */
export function grossPayDifference({ employer }: Answers): GrossPayDifference | undefined {
  const rows = Array.isArray(employer) ? employer : [];
  const found = rows.map(differenceIn);
  const index = found.findIndex((one) => one !== undefined);
  const values = found[index];
  return values && { index, ...values };
}

function differenceIn(row: unknown): Omit<GrossPayDifference, 'index'> | undefined {
  if (!isRecord(row) || row.gross_pay_verify === true || !isFilled(row.files)) return undefined;
  const { avrgross_pay: pay, pay_frequency: often, monthly_avr_gross: documents, employer_name: name } = row;
  if (typeof pay !== 'number' || !isPayFrequency(often) || typeof documents !== 'number') return undefined;
  const typed = monthlyPay(pay, often);
  return isSamePay(typed, documents) ? undefined : { typed, documents, ...(typeof name === 'string' ? { name } : {}) };
}

/** What a choice changes in the employer's answers: every choice counts as verified. */
export function grossPayChanges(row: Answers, difference: GrossPayDifference, choice: GrossPayChoice): FormChange[] {
  const often = row.pay_frequency;
  const other = choice.by === 'other' ? choice : undefined;
  const changes: Answers = {
    gross_pay_verify: true,
    new_avrgross_pay: other?.new_avrgross_pay,
    comment: other?.comment,
    ...(choice.by === 'documents' && isPayFrequency(often)
      ? { avrgross_pay: fromMonthly(difference.documents, often) }
      : {}),
  };
  return Object.entries(changes).map(([name, value]) => ({ path: ['employer', difference.index, name], value }));
}

/** What the documents tell by now, written into the employers; a value verified against another one is to be verified anew. */
export function documentPayChanges(
  { employer }: Answers,
  monthly: Readonly<Record<string, number | null>>,
): FormChange[] {
  const rows = recordsIn(employer);
  return rows.flatMap((row, index) => {
    if (!(String(row.id) in monthly)) return [];
    const computed = monthly[String(row.id)] ?? undefined;
    const known = row.monthly_avr_gross ?? undefined;
    if (computed === known) return [];
    const path = ['employer', index];
    const isOther = typeof known === 'number' && typeof computed === 'number' && row.gross_pay_verify === true;
    return [
      { path: [...path, 'monthly_avr_gross'], value: computed },
      ...(isOther ? [{ path: [...path, 'gross_pay_verify'], value: undefined }] : []),
    ];
  });
}

function isFilled(files: unknown): boolean {
  return Array.isArray(files) && files.length > 0;
}

/** Names one pay of one person, so that it is distinguished from another file's; undefined for a stub that says too little. */
export function payKey({ employee, from, to, payDate, gross }: PayStub): string | undefined {
  const when = from && to ? `${from}/${to}` : payDate;
  if (!when || gross === undefined) return undefined;
  const who = (employee ?? '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
  return `${who.split(' ').sort().join(' ')} ${when} ${gross.toFixed(2)}`;
}

/** Monthly gross to the cent as the stubs have it, each pay once; undefined when none tells. */
export function documentGross(stubs: readonly PayStub[], entered?: PayFrequency): number | undefined {
  const pays = new Map<string, { gross: number; frequency: PayFrequency }>();
  for (const stub of stubs) {
    const frequency = frequencyOf(stub) ?? entered;
    const key = payKey(stub);
    if (key && stub.gross !== undefined && frequency) pays.set(key, { gross: stub.gross, frequency });
  }
  return pays.size ? averageMonthlyPay([...pays.values()]) : undefined;
}

/** Whether what was entered and what the documents say are the same pay, in dollars a month: an hourly worker's weeks differ by cents. */
export function isSamePay(entered: number, documents: number): boolean {
  return Math.abs(entered - documents) <= checkRules.gross.tolerance;
}

/** As the stub says, else as its period is long. */
function frequencyOf({ frequency, from, to }: PayStub): PayFrequency | undefined {
  if (frequency || !from || !to) return frequency;
  const days = daysBetween(from, to) + 1;
  if (days === 7) return 'Weekly';
  if (days === 14) return 'Bi-Weekly';
  if (days >= 13 && days <= 16) return 'Bi-Monthly';
  return days >= 28 && days <= 31 ? 'Monthly' : undefined;
}
