import { describe, expect, it } from 'vitest';
import { lawOf, readJurisdictions } from '../../../src/model/law/jurisdictions';
import { sumEntries } from '../../../src/model/ledger/balance';
import { findRefund, findRefundRules, type MoneyCase } from '../../../src/model/ledger/refundRules';
import { readSchemaFiles } from '../../../src/server/forms/readSchemas';

const all = readJurisdictions(await readSchemaFiles());
const march = (day: number) => new Date(Date.UTC(2026, 2, day));
const cost = { kind: 'cost', amount_cents: 1800 } as const;
const paid = (cents: number, ...more: Parameters<typeof sumEntries>[0]) =>
  sumEntries([{ kind: 'charge', amount_cents: cents }, ...more]);
const base: MoneyCase = {
  sums: paid(4500, cost),
  submittedAt: march(1),
  isSelected: false,
  isUnitGone: false,
  isUnlisted: false,
};

describe('the refund that a place requires', () => {
  it.each<[string, Partial<MoneyCase>, unknown]>([
    ['us-ca', {}, ['notSelected', 4500, march(30)]],
    ['us-ca', { otherSelectedAt: march(4) }, ['notSelected', 4500, march(10)]],
    ['us-ca', { closedAt: march(5) }, ['notSelected', 4500, march(5)]],
    ['us-ca', { closedAt: march(5), isSelected: true }, undefined],
    ['us-md', { closedAt: march(5) }, ['unspent', 2700, march(19)]],
    ['us-md', { closedAt: march(5), sums: paid(2500, cost) }, undefined],
    ['us-co', { closedAt: march(5), isSelected: true }, ['unspent', 2700, march(24)]],
    ['us-mn', { closedAt: march(5), isUnitGone: true }, ['earlierApplicant', 4500, march(5)]],
    ['us-mn', { closedAt: march(5), isUnlisted: true }, ['unlistedReason', 4500, march(5)]],
    ['us-co', { closedAt: march(5), isUnlisted: true }, ['unspent', 2700, march(24)]],
    ['us-mn', { closedAt: march(5) }, ['unspent', 2700, march(11)]],
    ['us-ny', { closedAt: march(5) }, undefined],
    ['us', { closedAt: march(5) }, undefined],
  ])('in %s for %j is %j', (place, change, expected) => {
    const due = findRefund(findRefundRules(lawOf(all, place)), { ...base, ...change });
    expect(due && [due.rule, due.amount, due.at]).toEqual(expected);
  });

  it('returns no refund once everything is refunded', () => {
    const sums = paid(4500, { kind: 'refund', amount_cents: 4500 });
    expect(findRefund(findRefundRules(lawOf(all, 'us-ca')), { ...base, sums, closedAt: march(5) })).toBeUndefined();
  });
});
