import { describe, expect, it } from 'vitest';
import type { StoredDocument } from '../../../../src/model/formContext';
import { missingDocuments } from '../../../../src/server/applications/documents/missingDocuments';

const ALL = ['USDriversLicense', 'Passport', 'SSNCard', 'Paystub', 'OtherIncome', 'BankStatements'];
const income = {
  employers: { employer: [{ id: 1 }, { id: 2 }] },
  'other-income': { otherincome: [{ id: 1 }] },
  banking: { banking: [{ id: 1 }] },
};

/** Lists missing documents by type and source: `'3/1'`, or only the type without a source. */
function missingOf(files: string, required = ALL): string {
  const settings = Object.fromEntries(required.map((key) => [key, 'Required' as const]));
  const documents = files.split(' ').map((file) => {
    const [document_id, source_id = 0] = file.split('/').map(Number);
    return { document_id, source_id } as StoredDocument;
  });
  const missing = missingDocuments({ settings }, documents, income);
  return missing.map(({ document, source }) => (source ? `${document}/${source}` : document)).join(' ');
}

describe('the required documents', () => {
  it.each([
    ['2 13 4 3/1 3/2 7/1 6/1', ''],
    ['1 4 3/1 3/2 7/1 6/1', ''],
    ['10 4 3/1 3/2 7/1 6/1', ''],
    ['2 4 3/1 3/2 7/1 6/1', '13'],
    ['4 3/1 3/2 7/1 6/1', '2'],
    ['1 3/1 3/2 7/1 6/1', '4'],
    ['1 4 3/1 7/1 6/1', '3/2'],
    ['1 4 3/1 3/2 6/1', '7/1'],
    ['1 4 3/1 3/2 7/1', '6/1'],
    ['5', '2 4 3/1 3/2 7/1 6/1'],
  ])('with the files %s, these are missing: %s', (files, missing) => {
    expect(missingOf(files)).toBe(missing);
  });

  it('include only one pay stub for all employers that were saved without a source', () => {
    const settings = { Paystub: 'Required' as const };
    const unnumbered = {
      employers: { employer: [{ employer_name: 'Kiln & Co' }, { employer_name: 'Oak' }, { id: 1 }] },
    };
    expect(missingDocuments({ settings }, [], unnumbered)).toEqual([
      { document: 3, source: 0 },
      { document: 3, source: 1 },
    ]);
    const uploaded = [{ document_id: 3, source_id: 0 }] as StoredDocument[];
    expect(missingDocuments({ settings }, uploaded, unnumbered)).toEqual([{ document: 3, source: 1 }]);
  });

  it('are only those that the settings require', () => {
    expect(missingOf('4', ['SSNCard'])).toBe('');
    expect(missingOf('5', [])).toBe('');
  });
});
