import { describe, expect, it } from 'vitest';
import { lawOf, readJurisdictions } from '../../src/model/law/jurisdictions';
import { dutyRulesOf, findDuties } from '../../src/model/officeDeadlines';
import { readSchemaFiles } from '../../src/server/forms/readSchemas';

const all = readJurisdictions(await readSchemaFiles());
const at = new Date('2026-03-01T12:00:00Z');
const day = (date: Date) => date.toISOString().slice(0, 10);

describe('what the law requires after a decision', () => {
  it.each([
    ['us-mn', 'decline', false, [['reasons', '2026-03-15', '2026-03-10']]],
    ['us-co', 'decline', false, [['reasons', '2026-03-21', '2026-03-16']]],
    ['us-ca', 'decline', true, [['reportCopy', '2026-03-08', '2026-03-05']]],
    ['us-ca', 'approveWithConditions', true, [['reportCopy', '2026-03-08', '2026-03-05']]],
    ['us-ca', 'decline', false, []],
    ['us-nj', 'withdrawOffer', false, [['appeal', '2026-03-31', '2026-03-24']]],
    ['us-nj', 'decline', false, []],
    ['us', 'decline', true, []],
  ])('in %s after %s (report: %s): %j', (place, act, hasReport, expected) => {
    const found = findDuties(dutyRulesOf(lawOf(all, place)), { act, hasReport, at });
    expect(found.map(({ duty, dueAt, remindAt }) => [duty, day(dueAt), day(remindAt)])).toEqual(expected);
  });
});
