import { describe, expect, it } from 'vitest';
import { missingTranslations } from '../../../src/model/messages/wording';
import { diffLines, onlyChanged } from '../../../src/model/studio/diffLines';
import { addField, fieldKinds, removeField } from '../../../src/model/studio/fieldList';
import { listFields, moveField } from '../../../src/model/studio/sectionFile';
import { hasOtherCondition, readField, writeField } from '../../../src/model/studio/writeField';
import type { SchemaNode, UiNode } from '../../../src/model/types';

const SCHEMA = {
  title: 'Pets',
  type: 'object',
  required: ['has_pet'],
  properties: {
    has_pet: { title: 'Have you a pet?', type: 'boolean' },
    kind: {
      title: 'Which?',
      type: 'string',
      oneOf: [
        { const: 'cat', title: 'Cat', 'x-config': 'Cats' },
        { const: 'dog', title: 'Dog' },
      ],
    },
    homes: {
      type: 'array',
      items: { type: 'object', properties: { city: { title: 'City', type: 'string', maxLength: 40 } } },
    },
  },
  'x-conditions': [
    { if: { properties: { has_pet: { const: true } }, required: ['has_pet'] }, show: ['kind', 'homes'] },
  ],
} as unknown as SchemaNode;
const UI = { kind: { 'ui:help': 'One of them' }, 'ui:order': ['has_pet', 'kind', 'homes'] } as UiNode;
const sources = { schema: JSON.stringify(SCHEMA), ui: JSON.stringify(UI) };

describe('a field in the form of the Studio', () => {
  it('is read with its label, help, options, condition and whether it has to be answered', () => {
    expect(readField(SCHEMA, UI, ['kind'])).toEqual({
      label: 'Which?',
      help: 'One of them',
      required: false,
      asked: [{ field: 'has_pet', how: 'is', known_has_pet: ['true'] }],
      asked_mode: 'all',
      options: [
        { value: 'cat', text: 'Cat' },
        { value: 'dog', text: 'Dog' },
      ],
      rules: {},
    });
  });

  it('is written unchanged if nothing changed', () => {
    const before = readField(SCHEMA, UI, ['kind']);
    const { schema, ui } = writeField(sources, ['kind'], before, before);
    expect([JSON.parse(schema), JSON.parse(ui)]).toEqual([SCHEMA, UI]);
  });

  const CHANGES: [string, string[], object, (schema: SchemaNode, ui: UiNode) => unknown, unknown][] = [
    ['a label', ['kind'], { label: 'What kind?' }, ({ properties }) => properties?.kind?.title, 'What kind?'],
    ['a help', ['kind'], { help: 'Just one' }, (_, ui) => Object(ui.kind)['ui:help'], 'Just one'],
    ['a setting', ['kind'], { setting: 'Pets' }, ({ properties }) => properties?.kind?.['x-config'], 'Pets'],
    ['a field that becomes required', ['kind'], { required: true }, ({ required }) => required, ['has_pet', 'kind']],
    ['a field that becomes optional', ['has_pet'], { required: false }, ({ required }) => required, undefined],
    [
      'a rule in a row',
      ['homes', '[]', 'city'],
      { rules: { maxLength: '80' } },
      ({ properties }) => properties?.homes?.items?.properties?.city?.maxLength,
      80,
    ],
    [
      'a message',
      ['kind'],
      { messages: { required: 'Say which' } },
      ({ properties }) => properties?.kind?.errorMessage,
      { required: 'Say which' },
    ],
    [
      'an added option, while the others keep their settings',
      ['kind'],
      {
        options: [
          { value: 'cat', text: 'A cat' },
          { value: 'dog', text: 'Dog' },
          { value: 'owl', text: 'Owl' },
        ],
      },
      ({ properties }) => properties?.kind?.oneOf,
      [
        { const: 'cat', title: 'A cat', 'x-config': 'Cats' },
        { const: 'dog', title: 'Dog' },
        { const: 'owl', title: 'Owl' },
      ],
    ],
    [
      'another condition, while the old one still shows other fields',
      ['kind'],
      { asked: [{ field: 'has_pet', how: 'is', known_has_pet: ['false'] }] },
      (schema) => schema['x-conditions']?.map(({ show }) => show),
      [['homes'], ['kind']],
    ],
    [
      'no condition',
      ['kind'],
      { asked: [], asked_mode: undefined },
      (schema) => schema['x-conditions']?.map(({ show }) => show),
      [['homes']],
    ],
  ];
  it.each(CHANGES)('accepts %s', (_what, path, change, read, wanted) => {
    const before = readField(SCHEMA, UI, path);
    const { schema, ui } = writeField(sources, path, before, { ...before, ...change });
    expect(read(JSON.parse(schema), JSON.parse(ui))).toEqual(wanted);
  });

  it('reports a condition that uses more than answers', () => {
    expect(hasOtherCondition(SCHEMA, ['kind'])).toBe(false);
    const rule = { properties: { homes: { minItems: 2 } }, required: ['homes'] };
    const other = { ...SCHEMA, 'x-conditions': [{ if: rule, show: ['kind'] }] } as SchemaNode;
    expect(hasOtherCondition(other, ['kind'])).toBe(true);
  });

  it("throws for a field that isn't in the file", () => {
    expect(() => writeField(sources, ['nowhere', 'x'], {}, {})).toThrow('nowhere/x');
  });
});

describe('the fields of a section', () => {
  const paths = (schema: string, ui = '{}') =>
    listFields(JSON.parse(schema), JSON.parse(schema), JSON.parse(ui)).map(({ path }) => path.join('/'));
  const plain = { ...sources, ui: '{}' };

  it('are listed with those of rows, and moved among their siblings', () => {
    expect(paths(sources.schema)).toEqual(['has_pet', 'kind', 'homes', 'homes/[]/city']);
    expect(paths(moveField(plain, ['kind'], -1).schema)).toEqual(['kind', 'has_pet', 'homes', 'homes/[]/city']);
    expect(moveField(plain, ['has_pet'], -1)).toBe(plain);
  });

  it('follow ui:order, and a group moves as a whole', () => {
    const ordered = { ...sources, ui: JSON.stringify({ 'ui:order': ['homes', '*'] }) };
    expect(paths(ordered.schema, ordered.ui)).toEqual(['homes', 'homes/[]/city', 'has_pet', 'kind']);
    const { schema, ui } = moveField(ordered, ['homes'], 1);
    expect(schema).toBe(sources.schema);
    expect(JSON.parse(ui)).toEqual({ 'ui:order': ['has_pet', 'homes', 'kind'] });
  });

  it.each(fieldKinds)('get a new question (%s) after the chosen one, in the order shown', (kind) => {
    const added = addField(sources, { label: 'Wo geht’s hin?', kind, after: ['kind'] }, ['One', 'Two']);
    expect(added.path).toEqual(['wo_geht_s_hin']);
    expect(paths(added.schema)).toEqual(['has_pet', 'kind', 'wo_geht_s_hin', 'homes', 'homes/[]/city']);
    expect(JSON.parse(added.ui)['ui:order']).toEqual(['has_pet', 'kind', 'wo_geht_s_hin', 'homes']);
    expect(JSON.parse(added.schema).properties.wo_geht_s_hin.title).toBe('Wo geht’s hin?');
  });

  it('get a new question in a row, with a unique name that starts with a letter', () => {
    const first = addField(sources, { label: 'City', kind: 'text', after: ['homes', '[]', 'city'] }, []);
    expect(first.path).toEqual(['homes', '[]', 'city_2']);
    expect(addField(first, { label: '2 of them?', kind: 'yesNo' }, []).path).toEqual(['n2_of_them']);
  });

  it("lose a question with its conditions, its position and the personas' answers to it", () => {
    const persona = { name: 'Kit', flows: { application: { first: { pets: { kind: 'cat', has_pet: true } } } } };
    const laid = {
      'pets.schema.json': sources.schema,
      'pets.ui.json': sources.ui,
      'personas/kit.json': JSON.stringify(persona),
    };
    const left = removeField('pets', laid, ['kind']);
    expect(paths(left['pets.schema.json'] ?? '')).toEqual(['has_pet', 'homes', 'homes/[]/city']);
    expect(JSON.parse(left['pets.schema.json'] ?? '')['x-conditions'][0].show).toEqual(['homes']);
    expect(JSON.parse(left['pets.ui.json'] ?? '')).toEqual({ 'ui:order': ['has_pet', 'homes'] });
    expect(left['personas/kit.json']).not.toContain('"kind"');
    const both = { ...laid, 'pets.schema.json': left['pets.schema.json'] ?? '' };
    expect(JSON.parse(removeField('pets', both, ['homes'])['pets.schema.json'] ?? '')['x-conditions']).toBeUndefined();
  });

  it('list the messages missing in a language', () => {
    expect(missingTranslations(SCHEMA, UI, { 'Which?': '¿Cuál?', Pets: 'Mascotas' })).toEqual([
      'Have you a pet?',
      'Cat',
      'Dog',
      'City',
      'One of them',
    ]);
  });
});

describe('what differs', () => {
  it("is listed line by line, and reformatting isn't a change", () => {
    const lines = diffLines('a\nb\nc\nd', 'a\nx\nc\nd').filter(({ sign }) => sign !== ' ');
    expect(lines).toEqual([
      { sign: '-', line: 'b' },
      { sign: '+', line: 'x' },
    ]);
    expect(onlyChanged({ 'a.json': '{ "b": 1 }', 'c.json': '2' }, { 'a.json': '{"b":1}', 'c.json': '1' })).toEqual({
      'c.json': '2',
    });
  });
});
