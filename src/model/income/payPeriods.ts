import { addDays, addMonths, type Days, daysBetween } from '../format/dates';
import type { PayStub } from './checks/documentChecks';
import { checkRules } from './checks/rules';
import type { PayFrequency } from './pay';

/**
 * Returns a period's frequency: `({ from: '2026-11-01', to: '2026-11-15' })` → `'Bi-Monthly'`. Undefined if none fits.
 */
export function frequencyOfDays({ from, to }: Days): PayFrequency | undefined {
  const days = daysBetween(from, to) + 1;
  const [first, last] = [from.slice(8), addDays(to, 1).slice(8)];
  if (days === 7) return 'Weekly';
  if ((first === '01' && to.slice(8) === '15') || (first === '16' && last === '01')) return 'Bi-Monthly';
  if (days === 14) return 'Bi-Weekly';
  if (days === 15 || days === 16) return 'Bi-Monthly';
  if (days === 28) return first === last ? 'Monthly' : undefined;
  return days >= 29 && days <= 31 ? 'Monthly' : undefined;
}

/** Minimum and maximum length of a pay period, in days. */
const APART: Partial<Record<PayFrequency, [number, number]>> = {
  Weekly: [7, 7],
  'Bi-Weekly': [14, 14],
  'Bi-Monthly': [13, 16],
  Monthly: [28, 31],
};

/** True if a period fits a frequency. One-time and yearly pay can have any period. */
export function isPeriodOf(days: Days, frequency: PayFrequency): boolean {
  const [least, most] = APART[frequency] ?? [0, Number.POSITIVE_INFINITY];
  const length = daysBetween(days.from, days.to) + 1;
  return length >= least && length <= most;
}

/** Returns a stub's frequency: as printed, from its period, or from the time between paychecks. */
export function findFrequency(stub: PayStub, all: readonly PayStub[]): PayFrequency | undefined {
  const { from, to, frequency } = stub;
  return frequency ?? (from && to ? frequencyOfDays({ from, to }) : frequencyOfDistance(stub, all));
}

/** Returns a frequency only if the year-to-date totals show that no paycheck between two stubs is missing. */
function frequencyOfDistance(stub: PayStub, all: readonly PayStub[]): PayFrequency | undefined {
  for (const [one, next] of all.flatMap((other) => [
    [other, stub],
    [stub, other],
  ])) {
    const [before, after] = [one && lastDay(one), next && lastDay(next)];
    if (!before || !after || before >= after || !isNextPay(one, next)) continue;
    return frequencyOfDays({ from: addDays(before, 1), to: after });
  }
  return undefined;
}

const lastDay = ({ payDate, to }: PayStub) => payDate ?? to;

const isNextPay = (before?: PayStub, after?: PayStub): boolean =>
  before?.grossToDate !== undefined &&
  after?.grossToDate !== undefined &&
  after.gross !== undefined &&
  Math.abs(after.grossToDate - before.grossToDate - after.gross) <= checkRules().gross.sumTolerance;

/** Returns the days that a stub covers. If a date is missing, calculates the days from the frequency. */
export function getPeriod({ from, to, payDate, frequency }: PayStub): Days | undefined {
  if (from && to) return { from, to };
  const end = to ?? payDate;
  if (!end || !frequency) return undefined;
  if (frequency === 'Monthly') return { from: addDays(addMonths(end, -1), 1), to: end };
  const [, length] = APART[frequency] ?? [];
  return length ? { from: addDays(end, 1 - length), to: end } : undefined;
}
