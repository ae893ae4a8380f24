import { toCents, toDollars } from '../format/money';

/** docs/spec/002-income.md, §3. */
export type PayFrequency = 'Weekly' | 'Bi-Weekly' | 'Monthly' | 'Bi-Monthly' | 'One-Time' | 'Yearly';

const PER_YEAR: Record<PayFrequency, number> = {
  Weekly: 52,
  'Bi-Weekly': 26,
  Monthly: 12,
  'Bi-Monthly': 24,
  'One-Time': 1,
  Yearly: 1,
};

export function isPayFrequency(value: unknown): value is PayFrequency {
  return typeof value === 'string' && Object.hasOwn(PER_YEAR, value);
}

/** `(100, 'Weekly')` → 433.33 */
export function monthlyPay(gross: number, frequency: PayFrequency): number {
  return toDollars((toCents(gross) * PER_YEAR[frequency]) / 12);
}

/** `(100, 'Weekly')` → 5200 */
export function yearlyPay(gross: number, frequency: PayFrequency): number {
  return toDollars(toCents(gross) * PER_YEAR[frequency]);
}

/** `(433.33, 'Weekly')` → 100 */
export function fromMonthly(monthly: number, frequency: PayFrequency): number {
  return toDollars((toCents(monthly) * 12) / PER_YEAR[frequency]);
}

/** `(5200, 'Weekly')` → 100 */
export function fromYearly(yearly: number, frequency: PayFrequency): number {
  return toDollars(toCents(yearly) / PER_YEAR[frequency]);
}

/** Returns the average monthly pay, rounded once at the end. */
export function averageMonthlyPay(pays: readonly { gross: number; frequency: PayFrequency }[]): number {
  const year = pays.reduce((sum, { gross, frequency }) => sum + toCents(gross) * PER_YEAR[frequency], 0);
  return toDollars(year / (12 * pays.length));
}
