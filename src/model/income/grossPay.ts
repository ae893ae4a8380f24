import { isRecord, recordsIn } from '../answers/paths';
import type { FormChange } from '../formContext';
import type { Answers } from '../types';
import type { PayStub } from './checks/documentChecks';
import { checkRules } from './checks/rules';
import { averageMonthlyPay, fromMonthly, isPayFrequency, monthlyPay, type PayFrequency } from './pay';
import { findFrequency } from './payPeriods';

/** docs/spec/002-income.md, §4. */
export interface GrossPayDifference {
  index: number;
  name?: string;
  /** In dollars per month, like `documents`. */
  typed: number;
  documents: number;
}

export type GrossPayChoice =
  | { by: 'typed' | 'documents' }
  | { by: 'other'; new_avrgross_pay: number; comment?: string };

/** Returns the first unverified difference between the pay entered for an employer and the documents. */
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

/** Returns the answers to write for the applicant's choice. Every choice marks the pay as verified. */
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

/** Answers that are valid only for the current documents. */
const VERIFIED = ['gross_pay_verify', 'new_avrgross_pay', 'comment'];

/** Returns changes that set the documents' new pay and clear the verification. Empty if the pay hasn't changed. */
export function documentPayChanges(
  { employer }: Answers,
  monthly: Readonly<Record<string, number | null>>,
): FormChange[] {
  const rows = recordsIn(employer);
  return rows.flatMap((row, index) => {
    if (!(String(row.id) in monthly)) return [];
    const computed = monthly[String(row.id)] ?? undefined;
    if (computed === (row.monthly_avr_gross ?? undefined)) return [];
    const names = ['monthly_avr_gross', ...VERIFIED.filter((name) => row[name] !== undefined)];
    return names.map((name) => ({
      path: ['employer', index, name],
      value: name === 'monthly_avr_gross' ? computed : undefined,
    }));
  });
}

export function withDocumentPay(row: Answers, computed: number | undefined): Answers {
  const changes = documentPayChanges({ employer: [row] }, { [String(row.id)]: computed ?? null });
  const changed = Object.fromEntries(changes.map(({ path, value }) => [path.at(-1), value]));
  return Object.fromEntries(Object.entries({ ...row, ...changed }).filter(([, value]) => value !== undefined));
}

function isFilled(files: unknown): boolean {
  return Array.isArray(files) && files.length > 0;
}

/** Returns a key that identifies a paycheck across files. Undefined if its dates or amount are unknown. */
export function payKey({ employee, from, to, payDate, gross }: PayStub): string | undefined {
  const when = from && to ? `${from}/${to}` : payDate;
  if (!when || gross === undefined) return undefined;
  const who = (employee ?? '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
  return `${who.split(' ').sort().join(' ')} ${when} ${gross.toFixed(2)}`;
}

/** Returns the average monthly gross pay. Counts each paycheck once. Skips incomplete paychecks. */
export function documentGross(stubs: readonly PayStub[]): number | undefined {
  const pays = new Map<string, { gross: number; frequency: PayFrequency }>();
  for (const stub of stubs) {
    const frequency = findFrequency(stub, stubs);
    const key = payKey(stub);
    if (key && stub.gross !== undefined && frequency) pays.set(key, { gross: stub.gross, frequency });
  }
  return pays.size ? averageMonthlyPay([...pays.values()]) : undefined;
}

/** True if two monthly amounts differ by at most the tolerance. */
export function isSamePay(entered: number, documents: number): boolean {
  return Math.abs(entered - documents) <= checkRules().gross.tolerance;
}
