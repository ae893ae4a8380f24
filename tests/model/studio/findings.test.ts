import { expect, test } from 'vitest';
import { noHistory, recordEdit, redoEdit, undoEdit } from '../../../src/model/studio/editHistory';
import { without } from '../../../src/model/studio/fieldCondition';
import { duplicateField } from '../../../src/model/studio/fieldList';
import {
  addMissingOptions,
  locateFinding,
  repairConditions,
  restoreField,
  textAt,
} from '../../../src/model/studio/findings';
import { listQuestions, moveFieldTo } from '../../../src/model/studio/sectionFile';
import { settingOptions } from '../../../src/model/studio/settingLabels';
import type { SchemaFiles, SchemaNode, UiNode } from '../../../src/model/types';

const SCHEMA = {
  type: 'object',
  required: ['pet'],
  properties: {
    pet: { title: 'Which pet?', type: 'string', oneOf: [{ const: 'cat', title: 'Cat' }] },
    name: { title: 'Its name', type: 'string' },
    homes: { type: 'array', items: { type: 'object', properties: { city: { title: 'City', type: 'string' } } } },
  },
  'x-conditions': [{ if: { properties: { pet: { const: 'dog' } }, required: ['pet'] }, show: ['name'] }],
};
const files = { 'pets.schema.json': SCHEMA, 'pets.ui.json': {} } as unknown as SchemaFiles;
const source = JSON.stringify(SCHEMA);
const at = (path: string, file = 'pets.schema.json') => ({ code: 'x', file, path });

test.each([
  ['/properties/homes/items/properties/city/title', 'pets.schema.json', ['homes', '[]', 'city']],
  ['/x-conditions/0/if', 'pets.schema.json', ['name']],
  ['/homes/items/city/ui:help', 'pets.ui.json', ['homes', '[]', 'city']],
])('a problem at %s is about its question', (path, file, question) => {
  expect(locateFinding(at(path, file), files)).toEqual({ section: 'pets', path: question });
});

test('a problem in another file has no question', () => {
  expect(locateFinding(at('/steps/0', 'flows/entry.json'), files)).toBeUndefined();
});

test('the text of a problem is found', () => {
  expect(textAt(at('/properties/name/title'), SCHEMA)).toBe('Its name');
  expect(textAt(at('/properties'), SCHEMA)).toBeUndefined();
});

test('a condition loses tests that can never be true, and its rule if nothing is left', () => {
  expect(JSON.parse(repairConditions(source, []))['x-conditions']).toBeUndefined();
  const more = {
    ...SCHEMA,
    'x-conditions': [
      { if: { properties: { pet: { const: 'cat' }, gone: { const: 1 } }, required: ['pet', 'gone'] }, show: ['name'] },
    ],
  };
  expect(JSON.parse(repairConditions(JSON.stringify(more), []))['x-conditions']).toEqual([
    { if: { properties: { pet: { const: 'cat' } }, required: ['pet'] }, show: ['name'] },
  ]);
});

test('an answer that a condition waits for becomes an option', () => {
  expect(JSON.parse(addMissingOptions(source, [])).properties.pet.oneOf).toEqual([
    { const: 'cat', title: 'Cat' },
    { const: 'dog', title: 'dog' },
  ]);
});

test('a question is restored to its live version', () => {
  const changed = structuredClone(SCHEMA);
  changed.properties.pet.title = 'Pet';
  changed.required = [];
  const now = { schema: JSON.stringify(changed), ui: '{"pet":{"ui:help":"x"}}' };
  const restored = restoreField(now, { schema: source, ui: '{}' }, ['pet']);
  expect(JSON.parse(restored?.schema ?? '')).toEqual(SCHEMA);
  expect(JSON.parse(restored?.ui ?? '')).toEqual({});
  expect(restoreField(now, { schema: source, ui: '{}' }, ['new'])).toBeUndefined();
});

test('typing one label is one step to undo; another field is another step', () => {
  let history = recordEdit<string>(noHistory, 'a', 'label', 1000);
  history = recordEdit<string>(history, 'ab', 'label', 1500);
  history = recordEdit<string>(history, 'abc', 'help', 1600);
  history = recordEdit<string>(history, 'abcd', 'help', 9000);
  expect(history.past).toEqual(['a', 'abc', 'abcd']);
  const undone = undoEdit(history, 'abcde');
  expect(undone?.state).toBe('abcd');
  const redone = redoEdit(undone?.history ?? history, 'abcd');
  expect(redone).toMatchObject({ state: 'abcde', history: { past: ['a', 'abc', 'abcd'], future: [] } });
  expect(undoEdit(noHistory, 'a')).toBeUndefined();
  expect(redoEdit(noHistory, 'a')).toBeUndefined();
});

test('hidden fields and those with their group’s label are not listed as questions', () => {
  const schema = {
    properties: {
      id: { title: 'ID', type: 'integer' },
      reference: { title: 'A reference?', properties: { response: {}, name: { title: 'Name' } } },
    },
  } as unknown as SchemaNode;
  const ui = { id: { 'ui:widget': 'hidden' } } as UiNode;
  expect(listQuestions(schema, schema, ui).map(({ label }) => label)).toEqual(['A reference?', 'Name']);
});

test('a copy follows its question, with its conditions, help and place', () => {
  const ui = JSON.stringify({ name: { 'ui:help': 'On the collar' }, 'ui:order': ['name', '*'] });
  const copied = duplicateField({ schema: source, ui }, ['name'], 'Its name (copy)');
  expect(copied.path).toEqual(['its_name_copy']);
  const whole = JSON.parse(copied.schema);
  expect(Object.keys(whole.properties)).toEqual(['pet', 'name', 'its_name_copy', 'homes']);
  expect(whole.properties.its_name_copy).toEqual({ title: 'Its name (copy)', type: 'string' });
  expect(whole['x-conditions'][0].show).toEqual(['name', 'its_name_copy']);
  expect(JSON.parse(copied.ui)).toEqual({
    name: { 'ui:help': 'On the collar' },
    its_name_copy: { 'ui:help': 'On the collar' },
    'ui:order': ['name', 'its_name_copy', '*'],
  });
  expect(JSON.parse(duplicateField({ schema: source, ui: '{}' }, ['pet'], 'Pet 2').schema).required).toEqual([
    'pet',
    'pet_2',
  ]);
});

test('a question moves to the place of another in its group only', () => {
  const names = (schema: string) => Object.keys(JSON.parse(schema).properties);
  const sources = { schema: source, ui: '{}' };
  expect(names(moveFieldTo(sources, ['homes'], ['pet']).schema)).toEqual(['homes', 'pet', 'name']);
  expect(names(moveFieldTo(sources, ['pet'], ['homes']).schema)).toEqual(['name', 'homes', 'pet']);
  expect(moveFieldTo(sources, ['pet'], ['homes', '[]', 'city'])).toBe(sources);
});

test('removing a field from a condition keeps its key order, and removing the last field removes the condition', () => {
  const rule = { if: {}, require: ['a', 'b'], 'x-config': 'A' };
  expect(JSON.stringify(without(rule, 'b'))).toBe('[{"if":{},"require":["a"],"x-config":"A"}]');
  expect(without({ if: {}, show: ['a'] }, 'a')).toEqual([]);
});

test('settings are offered with a question that they change', () => {
  const pets = { properties: { pet: { title: 'Which pet?', 'x-config': 'Pets' } } };
  const homes = {
    properties: { home: { title: 'Home', 'x-config': ['Homes', 'Pets'] } },
    'x-conditions': [{ if: {}, 'x-config': 'Rent' }],
  };
  const all = {
    'pets.schema.json': pets,
    'homes.schema.json': homes,
    'meta/x.schema.json': pets,
  } as unknown as SchemaFiles;
  expect(settingOptions(all)).toEqual([
    { const: 'Homes', title: 'Home (Homes)' },
    { const: 'Rent', title: 'Rent' },
    { const: 'Pets', title: 'Which pet? (Pets)' },
  ]);
});
