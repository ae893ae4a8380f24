import { describe, expect, it } from 'vitest';
import { withStoredFiles } from '../../../src/model/answers/storedFiles';
import type { StoredDocument } from '../../../src/model/formContext';
import type { SchemaNode, UiNode } from '../../../src/model/types';

const one: SchemaNode = { type: 'string', 'x-document': 2 };
const many: SchemaNode = { type: 'array', maxItems: 2, 'x-document': 3, items: { type: 'string' } };
const upload = { 'ui:widget': 'Upload' };
const stored = (blob_path: string, document_id: number, source_id = 0) =>
  ({ blob_path, document_id, source_id }) as StoredDocument;

const identity = {
  schema: { type: 'object', properties: { kind: { type: 'integer' }, file: one } } as SchemaNode,
  ui: { file: { ...upload, 'ui:options': { documentIdFrom: 'kind' } } } as UiNode,
};
const employers = {
  schema: {
    type: 'object',
    properties: { employer: { type: 'array', items: { type: 'object', properties: { files: many } } } },
  } as SchemaNode,
  ui: { employer: { items: { files: upload } } } as UiNode,
};

describe('withStoredFiles', () => {
  it('returns the same answers if they name each file', () => {
    const answers = { kind: 1, file: 'a' };
    expect(withStoredFiles(identity, answers, [stored('a', 1)])).toBe(answers);
  });

  it('adds a file of the chosen type to an empty field only', () => {
    expect(withStoredFiles(identity, { kind: 1 }, [stored('a', 1)])).toEqual({ kind: 1, file: 'a' });
    for (const answers of [{ kind: 10 }, {}, { kind: 1, file: 'b' }])
      expect(withStoredFiles(identity, answers, [stored('a', 1)])).toBe(answers);
  });

  it("adds files to their source's row, up to the field's limit", () => {
    const answers = { employer: [{ id: 1, files: ['a'] }, { id: 2 }] };
    const documents = ['a', 'b', 'c'].map((name) => stored(name, 3, 1));
    const found = withStoredFiles(employers, answers, [...documents, stored('d', 3, 2)]);
    expect(found).toEqual({
      employer: [
        { id: 1, files: ['a', 'b'] },
        { id: 2, files: ['d'] },
      ],
    });
  });

  it('adds a file to only one row', () => {
    const found = withStoredFiles(employers, { employer: [{}, {}] }, [stored('a', 3)]);
    expect(found).toEqual({ employer: [{ files: ['a'] }, {}] });
  });

  it('answers the question of an unsaved group with a file', () => {
    const response: SchemaNode = { type: 'string', enum: ['Yes', 'No'] };
    const group: SchemaNode = { type: 'object', properties: { response, files: many } };
    const section = {
      schema: { type: 'object', properties: { proof: group } } as SchemaNode,
      ui: {
        proof: { response: { 'ui:options': { deletes: { on: 'No', files: 'files' } } }, files: upload },
      } as UiNode,
    };
    expect(withStoredFiles(section, {}, [stored('a', 3)])).toEqual({ proof: { response: 'Yes', files: ['a'] } });
    const empty = { proof: { response: null, files: [] } };
    expect(withStoredFiles(section, empty, [stored('a', 3)])).toEqual({ proof: { response: 'Yes', files: ['a'] } });
    expect(withStoredFiles(section, {}, [stored('b', 99)])).toEqual({});
  });
});
