import { describe, expect, it } from 'vitest';
import other from '../../../schemas/other-documents.schema.json';
import banking from '../../../schemas/upload-banking.schema.json';
import identity from '../../../schemas/upload-identity.schema.json';
import { uploadGroups } from '../../../src/app/success/documents/uploadBlocks';
import type { StepRecords } from '../../../src/contract/steps';
import type { StoredDocument } from '../../../src/model/formContext';
import type { SchemaNode, ServedSection } from '../../../src/model/types';

const served = (name: string, schema: unknown): ServedSection => ({
  name,
  schema: schema as SchemaNode,
  ui: {},
  validator: '',
  rules: [],
  removed: [],
});

const file = (document_id: number, blob_path: string, source_id = 0) =>
  ({ id: 1, document_id, blob_path, source_id, file_name: 'a.pdf' }) as unknown as StoredDocument;

const income = (documents: StoredDocument[]): StepRecords => ({
  version: 1,
  documents,
  banking_details: { banking: [{ id: 4, bank_name: 'Pecan Street' }, { id: 5 }] },
});

describe('the groups of the document dialog', () => {
  it('reads the document types of each group from the schema', () => {
    const groups = uploadGroups([served('upload-identity', identity), served('other-documents', other)], income([]));
    expect(groups.map(({ types }) => types)).toEqual([[2, 1, 10, 11, 13], [5]]);
  });

  it("starts with the stored files and the identity document's type", () => {
    const [group, others] = uploadGroups(
      [served('upload-identity', identity), served('other-documents', other)],
      income([file(10, 'front'), file(13, 'back'), file(5, 'w2'), file(5, '1099')]),
    );
    expect(group?.blocks[0]?.initial).toEqual({ documenttype_id: 10, file: 'front', backfile: 'back' });
    expect(others?.blocks[0]?.initial).toEqual({ other_documents: ['w2', '1099'] });
  });

  it('has a block for each row, named like the row or by its number', () => {
    const [group] = uploadGroups([served('upload-banking', banking)], income([file(6, 'may', 4), file(6, 'june', 5)]));
    expect(group?.blocks.map(({ title, source, initial }) => [title, source, initial])).toEqual([
      ['Pecan Street', 4, { files: ['may'] }],
      [expect.stringContaining('2'), 5, { files: ['june'] }],
    ]);
  });

  it("uses the server's name of a source in the reader's language", () => {
    const schema = { properties: { files: { type: 'array', 'x-document': 7 } } };
    const [group] = uploadGroups([served('upload-other-income', schema)], {
      version: 1,
      other_income_details: { otherincome: [{ id: 1, other_income_type: 'Pension' }] },
      sources: [{ document_id: 7, source_id: 1, allow_offer_letter: false, name: 'Pensión de jubilación' }],
    });
    expect(group?.blocks.map(({ title }) => title)).toEqual(['Pensión de jubilación']);
  });

  it('leaves out a section when the settings hide its files', () => {
    const box = { type: 'object', properties: { allowOfferLetter: { type: 'boolean' } } };
    expect(uploadGroups([served('upload-employment', box)], income([]))).toEqual([]);
  });
});
