import { DAY_MS } from '../format/dates';
import { type FeeReturn, type PlaceLaw, rulesOfKind } from '../law/jurisdictions';
import { getRefundable, type Sums } from './balance';

/** When all or part of the fee must be refunded without a request. */
export interface RefundRule {
  rule: 'notSelected' | 'earlierApplicant' | 'unlistedReason' | 'unspent';
  daysAfterSelection?: number;
  daysAfterSubmission?: number;
  withinDays?: number;
  /** Applies only to fees above this amount, in cents. */
  over?: number;
}

/** Deadline for refunding the unspent part of the fee, in days, if the law sets none. */
const UNLIMITED_DAYS = 7;

export function findRefundRules(law: PlaceLaw): RefundRule[] {
  const returns = rulesOfKind(law, 'fee').flatMap((rule) => rule.returns ?? []);
  return returns.flatMap(toRefundRule);
}

function toRefundRule({ what, when, days, of, over }: FeeReturn): RefundRule[] {
  if (what === 'unspent') return [{ rule: 'unspent', withinDays: days ?? UNLIMITED_DAYS, over }];
  if (when === 'earlierApplicant' || when === 'unlistedReason') return [{ rule: when, over }];
  if (when !== 'notSelected') return [];
  return [{ rule: 'notSelected', over, [of === 'selection' ? 'daysAfterSelection' : 'daysAfterSubmission']: days }];
}

export interface MoneyCase {
  sums: Sums;
  submittedAt: Date;
  /** True if the applicant was approved, with or without conditions. */
  isSelected: boolean;
  closedAt?: Date;
  /** True if the decision says that the home was already taken. */
  isUnitGone: boolean;
  /** True if a reason for declining isn't in the landlord's written criteria. */
  isUnlisted: boolean;
  /** When another applicant was approved for the same home. */
  otherSelectedAt?: Date;
}

export interface DueRefund {
  rule: RefundRule['rule'];
  /** In cents. */
  amount: number;
  /** When the application closed, or a day before the deadline. */
  at: Date;
}

/** Returns the refund that is due first, or the largest of several due at the same time. */
export function findRefund(rules: readonly RefundRule[], money: MoneyCase): DueRefund | undefined {
  const due = rules.flatMap((rule) => {
    const at = dueDates[rule.rule](rule, money);
    const amount = rule.rule === 'unspent' ? getUnspent(money.sums) : getRefundable(money.sums);
    return at && amount > 0 && money.sums.charge > (rule.over ?? 0) ? [{ rule: rule.rule, amount, at }] : [];
  });
  return due.sort((one, other) => one.at.getTime() - other.at.getTime() || other.amount - one.amount)[0];
}

const getUnspent = (sums: Sums): number => Math.max(0, getRefundable(sums) - sums.cost);

const dueDates: Record<RefundRule['rule'], (rule: RefundRule, money: MoneyCase) => Date | undefined> = {
  notSelected({ daysAfterSelection, daysAfterSubmission }, money) {
    if (money.isSelected) return undefined;
    if (money.closedAt) return money.closedAt;
    return lastDay(money.otherSelectedAt, daysAfterSelection) ?? lastDay(money.submittedAt, daysAfterSubmission);
  },
  earlierApplicant: (_, { isUnitGone, isSelected, closedAt, otherSelectedAt }) =>
    !isSelected && (isUnitGone || otherSelectedAt) ? closedAt : undefined,
  unlistedReason: (_, { isUnlisted, isSelected, closedAt }) => (isUnlisted && !isSelected ? closedAt : undefined),
  unspent: ({ withinDays }, { closedAt }) => lastDay(closedAt, withinDays),
};

/** Returns the day before the deadline, so that the refund is sent in time. */
function lastDay(from: Date | undefined, days: number | undefined): Date | undefined {
  return from && days !== undefined ? new Date(from.getTime() + (days - 1) * DAY_MS) : undefined;
}
