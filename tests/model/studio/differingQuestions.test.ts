import { expect, test } from 'vitest';
import { differingQuestions } from '../../../src/model/studio/rehearsal/differingQuestions';
import type { PlainSection, SchemaNode, UiNode } from '../../../src/model/types';

const text = (title: string, more: SchemaNode = {}): SchemaNode => ({ type: 'string', title, ...more });
const PETS: Record<string, SchemaNode> = {
  pet: text('Which pet?'),
  name: text('Its name'),
  homes: { type: 'array', title: 'Homes', items: { type: 'object', properties: { city: text('City') } } },
};

function seen(properties: Record<string, SchemaNode>, more: SchemaNode = {}, ui: UiNode = {}, hidden: string[] = []) {
  const schema: SchemaNode = { type: 'object', title: 'Pets', properties, ...more };
  const section: PlainSection = { name: 'pets', schema, ui, strict: schema, rules: [], removed: [], tests: {} };
  return { section, shape: { hidden: new Set(hidden), required: new Set<string>() } };
}

const live = seen(PETS);

test.each([
  ['no change', seen(PETS), []],
  ['a changed label', seen({ ...PETS, pet: text('Your pet') }), [{ key: 'pet', label: 'Your pet', how: 'changed' }]],
  [
    'a changed help',
    seen(PETS, {}, { pet: { 'ui:help': 'Cats too' } }),
    [{ key: 'pet', label: 'Which pet?', how: 'changed' }],
  ],
  ['a newly required answer', seen(PETS, { required: ['name'] }), [{ key: 'name', label: 'Its name', how: 'changed' }]],
  ['a changed title of the section', seen(PETS, { title: 'Animals' }), [{ key: '', label: 'Animals', how: 'changed' }]],
  ['a new question', seen({ ...PETS, age: text('Its age') }), [{ key: 'age', label: 'Its age', how: 'added' }]],
  ['a hidden question', seen(PETS, {}, {}, ['name']), [{ key: 'name', label: 'Its name', how: 'removed' }]],
  [
    'a hidden list',
    seen(PETS, {}, {}, ['homes']),
    [
      { key: 'homes', label: 'Homes', how: 'removed' },
      { key: 'homes/[]/city', label: 'City', how: 'removed' },
    ],
  ],
  ['a question that is hidden in only one of two rows', seen(PETS, {}, {}, ['homes/1/city']), []],
  [
    'a moved question',
    seen(PETS, {}, { 'ui:order': ['name', 'pet', 'homes'] }),
    [{ key: expect.stringMatching(/^(pet|name)$/), label: expect.any(String), how: 'moved' }],
  ],
  ['a change in how an answer is protected', seen({ ...PETS, pet: text('Which pet?', { 'x-pii': 'none' }) }), []],
])('lists the differing questions after %s', (_what, draft, expected) => {
  expect(differingQuestions(live, draft, { homes: [{}, {}] })).toEqual(expected);
});

test('a section that is new is added with its questions', () => {
  expect(differingQuestions(undefined, seen({ pet: text('Which pet?') }), {})).toEqual([
    { key: '', label: 'Pets', how: 'added' },
    { key: 'pet', label: 'Which pet?', how: 'added' },
  ]);
});
