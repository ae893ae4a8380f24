import { describe, expect, it } from 'vitest';
import {
  appealableUntil,
  incomeRules,
  testedRent,
  withdrawableFrom,
  withdrawalRules,
} from '../../../src/model/law/decisions';
import { lawOf, readJurisdictions } from '../../../src/model/law/jurisdictions';
import { readSchemaFiles } from '../../support/schemaFiles';

const all = readJurisdictions(readSchemaFiles());
const law = (place: string) => lawOf(all, place);

describe('withdrawalRules', () => {
  it('waits five business days in New York City, weekends left out', () => {
    const rules = withdrawalRules(law('us-ny-new-york'));
    expect(rules.waitBusinessDays).toBe(5);
    // November 26 is a Thursday. The five business days are Friday and Monday to Thursday, so the offer can be
    // withdrawn on the second Friday.
    expect(withdrawableFrom('2026-11-26', rules)).toBe('2026-12-04');
  });

  it('grants an appeal of 30 days in New Jersey, without a wait', () => {
    const rules = withdrawalRules(law('us-nj'));
    expect(withdrawableFrom('2026-11-26', rules)).toBe('2026-11-26');
    expect(appealableUntil('2026-11-26', rules)).toBe('2026-12-26');
  });

  it('requires neither in other places', () => {
    const rules = withdrawalRules(law('us'));
    expect(rules).toEqual({ waitBusinessDays: 0, appealDays: 0, rules: [] });
    expect(appealableUntil('2026-11-26', rules)).toBeUndefined();
  });
});

describe('incomeRules', () => {
  it.each(['us-ca', 'us-ny', 'us-ny-new-york', 'us-nj', 'us-ma', 'us-vt', 'us-wa', 'us-co', 'us-il', 'us-ri', 'us-md'])(
    "tests income against the tenant's share in %s",
    (place) => {
      expect(testedRent(200_000, 150_000, incomeRules(law(place)))).toBe(50_000);
    },
  );

  it.each(['us', 'us-mn'])('tests income against the whole rent in %s', (place) => {
    expect(testedRent(200_000, 150_000, incomeRules(law(place)))).toBe(200_000);
  });

  it('returns what replaces a credit history', () => {
    expect(incomeRules(law('us-ca')).credit).toBe('alternative');
    expect(incomeRules(law('us-co'))).toMatchObject({ credit: 'none', mostPercent: 200 });
    expect(incomeRules(law('us-nj')).credit).toBeUndefined();
  });

  it('never tests against a negative rent', () => {
    expect(testedRent(100_000, 150_000, incomeRules(law('us-wa')))).toBe(0);
  });
});
