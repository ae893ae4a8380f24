import { describe, expect, it } from 'vitest';
import { lawOf, readJurisdictions } from '../../../src/model/law/jurisdictions';
import { describeLaw, listPlaces } from '../../../src/tools/schemas/law';
import { readSchemaFiles } from '../../support/schemaFiles';

const all = readJurisdictions(readSchemaFiles());

describe('npm run schemas -- law', () => {
  it('lists the places', () => {
    expect(listPlaces(all)).toContainEqual(expect.stringMatching(/^us-ny-new-york {2,}New York City$/));
    expect(listPlaces(all)).toHaveLength(13);
  });

  it("prints a place's rules in plain words, by kind, with statute, link and date", () => {
    const lines = describeLaw(lawOf(all, 'us-nj'));
    expect(lines.slice(0, 2)).toEqual([
      'New Jersey (us-nj)',
      "This isn't legal advice. Landlords should have their lawyer confirm each rule.",
    ]);
    expect(lines.filter((line) => /^\w/.test(line)).slice(2)).toEqual([
      ...['Questions', 'Fee', 'Notices', 'Decisions', 'Retention'],
    ]);
    const at = lines.findIndex((line) => line.includes("the fee can't be more than $50"));
    expect(lines.slice(at + 1, at + 3)).toEqual([
      expect.stringMatching(/^ {4}N\.J\. A4899 .*\(New Jersey\), checked \d{4}-\d\d-\d\d; from a secondary source/),
      expect.stringMatching(/^ {4}https:\/\//),
    ]);
    // The note says what the statute leaves open.
    expect(lines[at + 3]).toMatch(/^ {4}Note: /);
  });
});
