import { describe, expect, test } from 'vitest';
import { bodyPath, fromBody, sectionPath, toBody } from '../../../src/model/answers/stepBody';
import type { FlowSection, SchemaNode, Step } from '../../../src/model/types';

const part = (section: string, body: string): FlowSection => ({
  section,
  anchor: section,
  tab: section,
  title: section,
  body,
});
const step = (sections: FlowSection[], rest: Partial<Step> = {}): Step => ({
  id: 's',
  route: '/s',
  title: 's',
  heading: 's',
  sections,
  ...rest,
});
const schemas: Record<string, SchemaNode> = {
  ssn: { properties: { SSNNumber: {} } },
  address: { properties: { address: { type: 'array' } } },
  people: { properties: { co_occupants: {}, anyone_over_18: {} } },
  other: { properties: { have_pet: {} } },
};
const schemaOf = (name: string) => schemas[name] ?? {};
const first = step([part('address', '.'), part('ssn', 'ssn_data')]);
const second = step([part('people', 'questions'), part('other', 'questions')], {
  encode: 'questions',
  order: ['anyone_over_18', 'co_occupants', 'have_pet'],
});

describe('a step and its request body', () => {
  const answers = { address: { address: [{ city: 'Austin' }] }, ssn: { SSNNumber: '219-09-8765' } };
  const body = { address: [{ city: 'Austin' }], ssn_data: { SSNNumber: '219-09-8765' } };
  test('converts answers to a body and back unchanged', () => {
    expect(toBody(first, answers)).toEqual(body);
    expect(fromBody(first, { ...body, trn_id: 't', extra: 1 }, schemaOf, ['trn_id'])).toEqual({
      answers,
      unknown: ['extra'],
    });
  });
  test('treats a missing member, or one of a wrong type, as an empty section', () => {
    expect(fromBody(first, { ssn_data: 'x' }, schemaOf).answers).toEqual({ address: {}, ssn: {} });
    expect(fromBody(first, null, schemaOf).answers).toEqual({ address: {}, ssn: {} });
  });
  test.each([
    ['ssn', ['SSNNumber'], ['ssn_data', 'SSNNumber']],
    ['address', ['address', 0, 'city'], ['address', 0, 'city']],
  ])('finds the place of a field of %s in the body', (section, path, place) => {
    expect(bodyPath(first, section, path)).toEqual(place);
    expect(sectionPath(first, place, schemaOf)).toEqual({ section, path });
  });
  test('finds no section for a place outside all sections', () => {
    expect(sectionPath(first, ['trn_id'], schemaOf)).toBeUndefined();
  });
});

describe('contextual questions and their list', () => {
  const answers = {
    people: { co_occupants: { response: 'No' }, anyone_over_18: { response: 'Yes', fields: [{}] } },
    other: { have_pet: { response: 'No' } },
  };
  const body = toBody(second, answers);
  test('are sent in the order of the flow file', () => {
    expect((body.questions as { name: string }[]).map((question) => question.name)).toEqual(second.order);
  });
  test('are returned to their sections', () => {
    expect(fromBody(second, body, schemaOf)).toEqual({ answers, unknown: [] });
  });
  test('an unknown question is reported', () => {
    expect(fromBody(second, { questions: [{ name: 'shoe_size', response: 'No' }, 7] }, schemaOf).unknown).toEqual([
      'questions/shoe_size',
    ]);
  });
  test('finds a field’s place in the list that was sent', () => {
    expect(bodyPath(second, 'other', ['have_pet', 'response'], body)).toEqual(['questions', 2, 'response']);
    expect(sectionPath(second, ['questions', 2, 'response'], schemaOf, body)).toEqual({
      section: 'other',
      path: ['have_pet', 'response'],
    });
  });
});
