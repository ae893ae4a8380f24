/** How often pay comes (spec 002 §3). */
export type PayFrequency = 'Weekly' | 'Bi-Weekly' | 'Monthly' | 'Bi-Monthly' | 'One-Time' | 'Yearly';

/** Payments in a year, by which a gross pay becomes a yearly one (spec 002 §9). */
const PER_YEAR: Record<PayFrequency, number> = {
  Weekly: 52,
  'Bi-Weekly': 26,
  Monthly: 12,
  'Bi-Monthly': 24,
  'One-Time': 1,
  Yearly: 1,
};

/** Whether an answer names a frequency. */
export function isPayFrequency(value: unknown): value is PayFrequency {
  return typeof value === 'string' && value in PER_YEAR;
}

/** Dollars a month, to the cent: `(100, 'Weekly')` → 433.33. */
export function monthlyPay(gross: number, frequency: PayFrequency): number {
  return toCents((toInteger(gross) * PER_YEAR[frequency]) / 12);
}

/** Dollars a year, to the cent: `(100, 'Weekly')` → 5200. */
export function yearlyPay(gross: number, frequency: PayFrequency): number {
  return toCents(toInteger(gross) * PER_YEAR[frequency]);
}

/** A monthly amount as the pay of one period, to the cent: `(433.33, 'Weekly')` → 100. */
export function fromMonthly(monthly: number, frequency: PayFrequency): number {
  return toCents((toInteger(monthly) * 12) / PER_YEAR[frequency]);
}

/** A yearly amount as the pay of one period, to the cent: `(5200, 'Weekly')` → 100. */
export function fromYearly(yearly: number, frequency: PayFrequency): number {
  return toCents(toInteger(yearly) / PER_YEAR[frequency]);
}

/** Dollars a month, to the cent, as several pays have it on average: rounded once, so that equal pays give `monthlyPay` of one. */
export function averageMonthlyPay(pays: readonly { gross: number; frequency: PayFrequency }[]): number {
  const year = pays.reduce((sum, { gross, frequency }) => sum + toInteger(gross) * PER_YEAR[frequency], 0);
  return toCents(year / (12 * pays.length));
}

/** Whole cents; sums of at most 2^53/52 of them are multiplied and divided without an error. */
function toInteger(dollars: number): number {
  return Math.round(dollars * 100);
}

function toCents(cents: number): number {
  return Math.round(cents) / 100;
}
