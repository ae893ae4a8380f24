import { averageMonthlyPay, type PayFrequency } from '../pay';
import { daysBetween } from './days';
import type { PayStub } from './reading';
import { checkRules } from './rules';

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
