import { describe, expect, test } from 'vitest';
import { findUnknownIds } from '../../../src/model/answers/payload';
import { fromBody, toBody } from '../../../src/model/answers/stepBody';
import type { StoredDocument } from '../../../src/model/formContext';
import type { FlowSection, Step } from '../../../src/model/types';

const section = {
  schema: {
    properties: {
      state: { enum: ['NM', 'TX'], 'x-wire': 'choice' },
      papers: { type: 'array' as const, 'x-wire': 'files', items: {} },
      pets: {
        type: 'array' as const,
        items: {
          properties: {
            file: { type: 'string' as const, 'x-document': 14 },
            pet_id: { 'x-idOf': 'file' },
            pet_name: {},
          },
        },
      },
    },
  },
  ui: { state: { 'ui:enumNames': ['NM - New Mexico', 'TX - Texas'] } },
};
const part: FlowSection = { section: 'home', anchor: 'h', tab: 'h', title: 'h', body: '.' };
const step: Step = { id: 's', route: '/s', title: 's', heading: 's', sections: [part] };
const document = (id: number, blob_path: string): StoredDocument => ({
  id,
  blob_path,
  name: 'a.pdf',
  size: 1,
  type: 'application/pdf',
  document_id: 5,
  source_id: 0,
});
const documents = [document(7, 'a/b'), document(8, 'a/c')];
const sent = (answers: Record<string, unknown>) =>
  toBody(step, { home: answers }, { sectionOf: () => section, documents });
const taken = (body: Record<string, unknown>) => fromBody(step, body, () => section.schema, [], documents).answers.home;

describe('answers in payloads', () => {
  test.each([
    ['a choice has value and label', { state: 'TX' }, { state: { value: 'TX', label: 'TX - Texas' } }],
    ['a choice nobody offers is its own label', { state: 'ZZ' }, { state: { value: 'ZZ', label: 'ZZ' } }],
    [
      'a file has its application_document_id',
      { papers: ['a/c'] },
      { papers: [{ application_document_id: 8, blob_path: 'a/c' }] },
    ],
    ['a deleted file is its path', { papers: ['a/x'] }, { papers: ['a/x'] }],
    [
      'a picture has its id and the address of its image in the row',
      { pets: [{ file: 'a/b' }, { pet_name: 'Rex' }] },
      { pets: [{ file: 'a/b', file_image: '/api/files/a/b', pet_id: 7 }, { pet_name: 'Rex' }] },
    ],
  ])('%s, and is read back unchanged', (_name, answers, body) => {
    expect(sent(answers)).toEqual({ papers: [], pets: [], ...body });
    expect(taken(body)).toEqual(answers);
  });

  test.each([
    ['a plain choice', { state: 'TX' }, { state: 'TX' }],
    ['a file by its id only', { papers: [{ application_document_id: 7 }] }, { papers: ['a/b'] }],
    ['a file by its path only', { papers: [{ blob_path: 'a/b' }] }, { papers: ['a/b'] }],
    ['a picture by its id only', { pets: [{ pet_id: 8 }] }, { pets: [{ file: 'a/c' }] }],
    ['a picture by path and another id', { pets: [{ file: 'a/b', pet_id: 8 }] }, { pets: [{ file: 'a/b' }] }],
    ['the id 0 for no picture', { pets: [{ pet_id: 0, pet_name: 'Rex' }] }, { pets: [{ pet_name: 'Rex' }] }],
    ['an object that is no choice (refused later)', { state: { code: 'TX' } }, { state: { code: 'TX' } }],
  ])('%s is read', (_name, body, answers) => {
    expect(taken(body)).toEqual(answers);
  });

  test("ignores response members that aren't answers", () => {
    const flow = { ...step, sections: [{ ...part, body: 'home', beside: ['Barcodedata'] }] };
    const { answers } = fromBody(flow, { home: { state: 'TX', Barcodedata: [] } }, () => section.schema);
    expect(answers.home).toEqual({ state: 'TX' });
  });

  test('keeps an unknown document id, which is then rejected', () => {
    const answers = taken({ pets: [{}, { pet_id: 99 }] });
    expect(findUnknownIds(section.schema, answers)).toEqual([['pets', 1, 'pet_id']]);
  });
});
