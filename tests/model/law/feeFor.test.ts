import { describe, expect, it } from 'vitest';
import { feeFor } from '../../../src/model/law/feeFor';
import { lawOf, readJurisdictions } from '../../../src/model/law/jurisdictions';
import { readSchemaFiles } from '../../support/schemaFiles';

const all = readJurisdictions(readSchemaFiles());
const law = (place: string) => lawOf(all, place);
const today = '2026-11-26';

describe('feeFor', () => {
  it.each([
    ['us', 4500, 4500],
    ['us-ca', 4500, 4500],
    ['us-ca', 9900, 6586],
    ['us-ny', 4500, 2000],
    ['us-ny-new-york', 4500, 2000],
    ['us-ny-new-york', 1500, 1500],
    ['us-nj', 6000, 5000],
    ['us-ma', 4500, 0],
    ['us-vt', 4500, 0],
    ['us-wa', 4500, 4500],
    ['us-md', 4500, 4500],
    ['us-mn', 0, 0],
  ])('charges in %s for %i cents: %i', (place, listed, cents) => {
    expect(feeFor(law(place), { listed, today }).cents).toBe(cents);
  });

  it.each([
    ['us-co', '2026-10-27', 0],
    ['us-co', '2026-10-26', 4500],
    ['us-il', '2026-11-26', 0],
    ['us-ny', '2026-10-27', 0],
    ['us-ri', '2026-08-28', 0],
    ['us-ri', '2026-08-27', 4500],
    ['us-wa', '2026-11-20', 4500],
    ['us', '2026-11-20', 4500],
    ['us-co', '2026-11-27', 4500],
  ])('in %s with a report of %s charges %i cents', (place, date, cents) => {
    const report = { agency: 'Acme Screening', date };
    expect(feeFor(law(place), { listed: 4500, report, today }).cents).toBe(cents);
  });

  it('waives the fee for a landlord who accepts reports of the last 30 days', () => {
    const basis = { listed: 4500, acceptsReports: true, today };
    const report = { agency: 'Acme Screening', date: '2026-10-27' };
    expect(feeFor(law('us'), { ...basis, report })).toMatchObject({ cents: 0, waivedBy: 'landlord' });
    expect(feeFor(law('us'), { ...basis, report: { ...report, date: '2026-10-26' } }).cents).toBe(4500);
  });

  it('needs the agency of a report', () => {
    expect(feeFor(law('us-co'), { listed: 4500, report: { agency: '', date: today }, today }).cents).toBe(4500);
  });

  it('names the rule of the cap and the texts for the applicant', () => {
    const { cap, rules } = feeFor(law('us-ca'), { listed: 9900, today });
    expect(cap?.rule.source.statute).toBe('Cal. Civ. Code §1950.6(b), (c)');
    expect(rules.map(({ applicant }) => applicant).join()).toContain('you get it all back');
  });
});
