import { isRecord, ownMember } from '../answers/paths';
import { isPayFrequency, monthlyPay, yearlyPay } from './pay';

/** An amount calculated from answers, for display only. */
export interface Derivation {
  title: string;
  by: 'monthlyPay' | 'yearlyPay';
  /** Fields with the gross pay and its frequency. */
  from: [string, string];
  /** Fields with the verification and the verified monthly pay (docs/spec/002-income.md, §3). */
  verified?: [string, string];
}

const BY = { monthlyPay, yearlyPay };

export function isDerivation(value: unknown): value is Derivation {
  return isRecord(value) && Object.hasOwn(BY, String(value.by)) && Array.isArray(value.from);
}

/** Returns the calculated amount in dollars. */
export function derivedAmount({ by, from, verified }: Derivation, beside: unknown): number | undefined {
  const answers = isRecord(beside) ? beside : {};
  const checked = verified && ownMember(answers, verified[0]) === true && ownMember(answers, verified[1]);
  const [pay, often] =
    typeof checked === 'number' ? [checked, 'Monthly'] : from.map((name) => ownMember(answers, name));
  return typeof pay === 'number' && isPayFrequency(often) ? BY[by](pay, often) : undefined;
}
