import { describe, expect, it } from 'vitest';
import type { StoredDocument } from '../../src/model/formContext';
import { hasRequiredDocuments } from '../../src/server/success/successRoutes';

const ALL = ['USDriversLicense', 'Passport', 'SSNCard', 'Paystub', 'OtherIncome', 'BankStatements'];
const income = {
  employers: { employer: [{ id: 1 }, { id: 2 }] },
  'other-income': { otherincome: [{ id: 1 }] },
  banking: { banking: [{ id: 1 }] },
};

/** Documents by type and source: `'3/1'`; of what has no source the type alone. */
function hasAll(files: string, required = ALL): boolean {
  const settings = Object.fromEntries(required.map((key) => [key, 'Required' as const]));
  const documents = files.split(' ').map((file) => {
    const [document_id, source_id = 0] = file.split('/').map(Number);
    return { document_id, source_id } as StoredDocument;
  });
  return hasRequiredDocuments({ settings }, documents, income);
}

describe('the required documents', () => {
  it.each([
    ['2 13 4 3/1 3/2 7/1 6/1', true],
    ['1 4 3/1 3/2 7/1 6/1', true],
    ['10 4 3/1 3/2 7/1 6/1', true],
    ['2 4 3/1 3/2 7/1 6/1', false],
    ['4 3/1 3/2 7/1 6/1', false],
    ['1 3/1 3/2 7/1 6/1', false],
    ['1 4 3/1 7/1 6/1', false],
    ['1 4 3/1 3/2 6/1', false],
    ['1 4 3/1 3/2 7/1', false],
  ])('of %s are all there: %s', (files, isWhole) => {
    expect(hasAll(files)).toBe(isWhole);
  });

  it('are only those that the settings require', () => {
    expect(hasAll('4', ['SSNCard'])).toBe(true);
    expect(hasAll('5', [])).toBe(true);
  });
});
