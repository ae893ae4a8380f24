import { addBusinessDays } from '../applicationStages';
import { addDays } from '../format/dates';
import { type DecisionRule, type PlacedRule, type PlaceLaw, rulesOfKind } from './jurisdictions';

export interface WithdrawalRules {
  /** Minimum business days between announcing a withdrawal and withdrawing the offer. */
  waitBusinessDays: number;
  appealDays: number;
  rules: PlacedRule<DecisionRule>[];
}

/** Returns a place's rules for withdrawing offers, with the longest waiting time and appeal period. */
export function withdrawalRules(law: PlaceLaw): WithdrawalRules {
  const rules = rulesOfKind(law, 'decision').filter(({ on }) => on === 'withdrawOffer');
  const longest = (pick: (rule: DecisionRule) => number | undefined) =>
    Math.max(0, ...rules.map((one) => pick(one) ?? 0));
  return {
    waitBusinessDays: longest(({ waitBusinessDays }) => waitBusinessDays),
    appealDays: longest(({ appealDays }) => appealDays),
    rules,
  };
}

/** Returns the first day on which an offer can be withdrawn. */
export function withdrawableFrom(announced: string, { waitBusinessDays }: WithdrawalRules): string {
  return waitBusinessDays ? addDays(addBusinessDays(announced, waitBusinessDays), 1) : announced;
}

/** Returns the last day to appeal. Undefined if local law provides no appeal. */
export function appealableUntil(withdrawn: string, { appealDays }: WithdrawalRules): string | undefined {
  return appealDays ? addDays(withdrawn, appealDays) : undefined;
}

export interface IncomeRules {
  /** True if a voucher or subsidy lowers the rent that income is compared with. */
  isTenantShare: boolean;
  /** The most income that can be required, as a percentage of the rent. */
  mostPercent?: number;
  credit?: 'alternative' | 'none';
  rules: PlacedRule<DecisionRule>[];
}

export function incomeRules(law: PlaceLaw): IncomeRules {
  const rules = rulesOfKind(law, 'decision').filter(({ on }) => on === 'income');
  const percents = rules.flatMap(({ mostPercent }) => mostPercent ?? []);
  return {
    isTenantShare: rules.some(({ incomeTest }) => incomeTest === 'tenantShare'),
    ...(percents.length > 0 && { mostPercent: Math.min(...percents) }),
    credit: rules.find(({ credit }) => credit === 'none')?.credit ?? rules.find(({ credit }) => credit)?.credit,
    rules,
  };
}

/**
 * Returns the rent that income is compared with, in cents: `(200000, 150000, rules)` → `50000`. Subtracts the subsidy
 * if `isTenantShare` is true.
 */
export function testedRent(rent: number, subsidy: number, { isTenantShare }: IncomeRules): number {
  return isTenantShare ? Math.max(0, rent - subsidy) : rent;
}

/** True if a conditional approval needs a letter even without a consumer report. */
export function isNoticeDue(law: PlaceLaw): boolean {
  return rulesOfKind(law, 'decision').some(({ on, form }) => on === 'adverseAction' && form === 'statute');
}
