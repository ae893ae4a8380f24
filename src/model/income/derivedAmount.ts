import { isRecord, ownMember } from '../answers/paths';
import type { UiNode } from '../types';
import { isPayFrequency, monthlyPay, yearlyPay } from './pay';

/** An amount calculated from answers, for display only. */
export interface Derivation {
  by: 'monthlyPay' | 'yearlyPay';
  /** Fields with the gross pay and its frequency. */
  from: [string, string];
  /** Fields with the verification and the verified monthly pay (docs/spec/002-income.md, §3). */
  verified?: [string, string];
}

export type TitledDerivation = Derivation & { title: string };

const BY = { monthlyPay, yearlyPay };

function isDerivation(value: unknown): value is Derivation {
  return isRecord(value) && Object.hasOwn(BY, String(value.by)) && Array.isArray(value.from);
}

/** Returns the amounts that a field's `ui:options.derive` calculates. */
export function listDerivations({ 'ui:options': options }: UiNode): TitledDerivation[] {
  const derive = isRecord(options) ? options.derive : undefined;
  const isTitled = (one: unknown): one is TitledDerivation => isDerivation(one) && 'title' in one;
  return Array.isArray(derive) ? derive.filter(isTitled) : [];
}

/** True if an answer is the calculated amount of its `ui:options.differsFrom`, to the cent. */
export function repeatsAmount(differsFrom: unknown, name: string, beside: unknown): boolean {
  const answer = isRecord(beside) ? ownMember(beside, name) : undefined;
  if (typeof answer !== 'number' || !isDerivation(differsFrom)) return false;
  const amount = derivedAmount(differsFrom, beside);
  return amount !== undefined && Math.round(amount * 100) === Math.round(answer * 100);
}

/** Returns the calculated amount in dollars. */
export function derivedAmount({ by, from, verified }: Derivation, beside: unknown): number | undefined {
  const answers = isRecord(beside) ? beside : {};
  const checked = verified && ownMember(answers, verified[0]) === true && ownMember(answers, verified[1]);
  const [pay, often] =
    typeof checked === 'number' ? [checked, 'Monthly'] : from.map((name) => ownMember(answers, name));
  return typeof pay === 'number' && isPayFrequency(often) ? BY[by](pay, often) : undefined;
}
