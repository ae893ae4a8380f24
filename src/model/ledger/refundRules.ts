import written from '../../../schemas/ledger/refunds.json';
import { DAY_MS } from '../format/dates';
import { defineLiveFile } from '../messages/liveFiles';
import { refundableOf, type Sums } from './balance';

/** schemas/ledger/refunds.json. */
export interface RefundRule {
  rule: 'notSelected' | 'unitGone' | 'unspent';
  daysAfterSelection?: number;
  daysAfterSubmission?: number;
  withinDays?: number;
}

export const refundsFile = defineLiveFile('ledger/refunds', written);

/** Rules of the home's state, such as `'CA'`; those of everywhere come first. */
export function refundRulesIn(state: string): RefundRule[] {
  const { anywhere, places } = refundsFile() as {
    anywhere: RefundRule[];
    places: Record<string, { refunds: RefundRule[] }>;
  };
  return [...anywhere, ...(places[state]?.refunds ?? [])];
}

/** What the rules look at. */
export interface MoneyCase {
  sums: Sums;
  submittedAt: Date;
  /** The applicant was approved, with or without conditions. */
  isSelected: boolean;
  /** When the case was decided or withdrawn. */
  closedAt?: Date;
  /** The decision says that the home was taken. */
  isUnitGone: boolean;
  /** When another applicant was approved for the same home. */
  otherSelectedAt?: Date;
}

export interface DueRefund {
  rule: RefundRule['rule'];
  amount: number;
  /** A day before the last day that the rule gives. */
  at: Date;
}

/**
 * The refund that falls due first, or undefined if no rule gives one. The strictest rule wins: the whole fee before its unspent part.
 * `({ …declined in California })` → `{ rule: 'notSelected', amount: 4500, at }`
 */
export function findRefund(rules: readonly RefundRule[], money: MoneyCase): DueRefund | undefined {
  const due = rules.flatMap((rule) => {
    const at = dueDates[rule.rule](rule, money);
    const amount = rule.rule === 'unspent' ? unspent(money.sums) : refundableOf(money.sums);
    return at && amount > 0 ? [{ rule: rule.rule, amount, at }] : [];
  });
  return due.sort((one, other) => one.at.getTime() - other.at.getTime() || other.amount - one.amount)[0];
}

const unspent = (sums: Sums): number => Math.max(0, refundableOf(sums) - sums.cost);

const dueDates: Record<RefundRule['rule'], (rule: RefundRule, money: MoneyCase) => Date | undefined> = {
  notSelected({ daysAfterSelection, daysAfterSubmission }, money) {
    if (money.isSelected) return undefined;
    if (money.closedAt) return money.closedAt;
    return earliest(
      lastDay(money.otherSelectedAt, daysAfterSelection),
      lastDay(money.submittedAt, daysAfterSubmission),
    );
  },
  unitGone: (_, { isUnitGone, sums, closedAt }) => (isUnitGone && sums.cost === 0 ? closedAt : undefined),
  unspent: ({ withinDays }, { closedAt }) => lastDay(closedAt, withinDays),
};

/** The day before the limit, so that the refund is sent within it. */
function lastDay(from: Date | undefined, days: number | undefined): Date | undefined {
  return from && days !== undefined ? new Date(from.getTime() + (days - 1) * DAY_MS) : undefined;
}

function earliest(...dates: (Date | undefined)[]): Date | undefined {
  return dates.flatMap((date) => date ?? []).sort((one, other) => one.getTime() - other.getTime())[0];
}
