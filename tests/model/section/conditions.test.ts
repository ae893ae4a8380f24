import { describe, expect, test } from 'vitest';
import type { SchemaNode } from '../../../src/model/types';
import { compileSection } from '../../../src/schema-tools/compile';
import { sampleSection, TODAY } from '../../support/sampleSection';

const is = (name: string, value: unknown) => ({ properties: { [name]: { const: value } }, required: [name] });
const housing: SchemaNode = {
  properties: {
    kind: { type: 'string' },
    landlord: { type: 'string', 'x-config': 'Landlord' },
    phone: { type: 'string' },
  },
  'x-conditions': [
    { if: is('kind', 'rent'), show: ['landlord'], require: ['landlord'] },
    { if: is('landlord', 'other'), show: ['phone'], require: ['phone'] },
  ],
};
const check = (schema: SchemaNode, answers: Record<string, unknown>, settings = {}) =>
  compileSection(sampleSection(schema, { settings })).check(answers, TODAY);

describe('conditions', () => {
  test('a hidden field is neither validated nor saved', () => {
    expect(check(housing, { kind: 'own', landlord: 'Kim' })).toEqual({ answers: { kind: 'own' }, errors: [] });
  });
  test('a shown field is required by its condition', () => {
    expect(check(housing, { kind: 'rent' }).errors).toEqual([
      { path: ['landlord'], message: 'Required', keyword: 'required' },
    ]);
  });
  test('a field that depends on a hidden one is hidden too', () => {
    expect(check(housing, { kind: 'own', landlord: 'other', phone: '1' }).answers).toEqual({ kind: 'own' });
  });
  test('the shape lists hidden and required fields', () => {
    const shape = compileSection(sampleSection(housing)).shape({ kind: 'rent' }, TODAY);
    expect([...shape.hidden]).toEqual(['phone']);
    expect([...shape.required]).toEqual(['landlord']);
  });
  test('a setting that requires a conditional field requires it only while shown', () => {
    const optional = { ...housing, 'x-conditions': [{ if: is('kind', 'rent'), show: ['landlord'] }] };
    expect(check(optional, { kind: 'own' }, { Landlord: 'Required' }).errors).toEqual([]);
    expect(check(optional, { kind: 'rent' }, { Landlord: 'Required' }).errors.map((error) => error.path)).toEqual([
      ['landlord'],
    ]);
  });
  test('each row of a list has its own shape', () => {
    const rows: SchemaNode = { properties: { rows: { type: 'array', items: { type: 'object', ...housing } } } };
    const shape = compileSection(sampleSection(rows)).shape({ rows: [{ kind: 'rent' }, { kind: 'own' }] }, TODAY);
    expect([...shape.hidden].sort()).toEqual(['rows/0/phone', 'rows/1/landlord', 'rows/1/phone']);
  });
  test("a condition can use the program's data", () => {
    const username: SchemaNode = {
      properties: { username: { type: 'string' } },
      'x-conditions': [
        { if: { properties: { $context: is('emailTaken', true) } }, show: ['username'], require: ['username'] },
      ],
    };
    const checker = compileSection(sampleSection(username));
    expect(checker.check({}, { ...TODAY, emailTaken: true }).errors).toHaveLength(1);
    expect(checker.check({}, { ...TODAY, emailTaken: false }).errors).toEqual([]);
  });
  test('a condition can look up a choice in a server list', () => {
    const rent: SchemaNode = {
      properties: { floor: { type: 'integer' }, rent: { type: 'number' } },
      'x-conditions': [
        {
          if: {
            'x-chosen': { field: 'floor', list: 'floors', key: 'ID', property: 'MinimumRent', exclusiveMaximum: 1 },
          },
          show: ['rent'],
          require: ['rent'],
        },
      ],
    };
    const context = {
      ...TODAY,
      lists: {
        floors: [
          { ID: 1, MinimumRent: 0 },
          { ID: 2, MinimumRent: 900 },
        ],
      },
    };
    const checker = compileSection(sampleSection(rent));
    expect([1, 2].map((floor) => checker.shape({ floor }, context).hidden.has('rent'))).toEqual([false, true]);
    expect(checker.shape({}, context).hidden.has('rent')).toBe(true);
  });
});

describe("the subscriber's settings", () => {
  const schema: SchemaNode = {
    required: ['b'],
    properties: {
      a: { type: 'string', 'x-config': 'A' },
      b: { type: 'string', 'x-config': ['A', 'B'] },
      kind: {
        type: 'integer',
        oneOf: [
          { const: 1, title: 'One', 'x-config': 'A' },
          { const: 2, title: 'Two' },
        ],
      },
    },
  };
  test('Hide removes the field from schema, ui and stored answers', () => {
    const plain = sampleSection(schema, { settings: { A: 'Hide' } }, { 'ui:order': ['b', 'a', 'kind'] });
    expect(Object.keys(plain.schema.properties ?? {})).toEqual(['b', 'kind']);
    expect(plain.ui['ui:order']).toEqual(['b', 'kind']);
    expect(compileSection(plain).check({ a: 'old', b: 'x' }, TODAY)).toEqual({ answers: { b: 'x' }, errors: [] });
  });
  test('Required refuses blank text', () => {
    expect(check(schema, { a: ' ', b: 'x' }, { A: 'Required' }).errors.map((error) => error.path)).toEqual([['a']]);
  });
  test('Optional accepts a missing answer', () => {
    expect(check(schema, {}, { B: 'Optional' }).errors).toEqual([]);
  });
  test('a list of keys hides only when all hide', () => {
    expect(sampleSection(schema, { settings: { A: 'Hide', B: 'Hide' } }).removed).toEqual(['a', 'b']);
    expect(sampleSection(schema, { settings: { A: 'Hide', B: 'Optional' } }).removed).toEqual(['a']);
  });
  test('an option is hidden by its own setting', () => {
    const plain = sampleSection(schema, { settings: { A: 'Hide' } });
    expect(plain.schema.properties?.kind?.enum).toEqual([2]);
    expect((plain.ui.kind as Record<string, unknown>)['ui:enumNames']).toEqual(['Two']);
  });
  test('the server sets the text and order of the questions', () => {
    const group = (key: string): SchemaNode => ({ type: 'object', title: key, 'x-config': key, properties: {} });
    const texts = { pets: { title: 'Any pets?', order: 1 }, car: { order: 2 } };
    const plain = sampleSection({ properties: { car: group('car'), pets: group('pets') } }, { settings: {}, texts });
    expect(plain.schema.properties?.pets?.title).toBe('Any pets?');
    expect(plain.ui['ui:order']).toEqual(['pets', 'car']);
  });
  test('a question without a rank from the server keeps its place', () => {
    const group = (key: string): SchemaNode => ({ type: 'object', title: key, 'x-config': key, properties: {} });
    const properties = { crime: group('crime'), property: group('property'), proof: group('proof') };
    const order = (texts: Record<string, { order: number }>) =>
      sampleSection({ properties }, { settings: {}, texts }).ui['ui:order'];
    expect(order({ crime: { order: 14 } })).toEqual(['crime', 'property', 'proof']);
    expect(order({ crime: { order: 2 }, proof: { order: 1 } })).toEqual(['proof', 'property', 'crime']);
  });
});
