// cspell:ignore Visado Talones
import { describe, expect, it } from 'vitest';
import { addEntry, changeSetting, moveEntry, removeEntry } from '../../../src/model/studio/settingEntries';
import { listSettings, readNumber } from '../../../src/model/studio/settingsForm';
import { type MetaNode, settingTexts, translateMeta, withKnownIds } from '../../../src/model/studio/settingsMeta';

const META: MetaNode = {
  'x-studio': true,
  type: 'object',
  required: ['days'],
  properties: {
    days: { 'x-studio': true, title: 'Days', description: 'Until then', type: 'integer', minimum: 7, maximum: 90 },
    share: { 'x-studio': true, title: 'Share', type: 'number', minimum: 0, maximum: 1 },
    isRead: { 'x-studio': true, title: 'Is read', type: 'boolean' },
    mode: { 'x-studio': true, title: 'Mode', enum: ['all', 'any'] },
    code: { title: 'Not for the Studio', type: 'string' },
    duties: {
      'x-studio': true,
      title: 'Duties',
      type: 'object',
      properties: {
        appeal: { 'x-studio': true, title: 'Appeal', $ref: '#/definitions/duty' },
        absent: { 'x-studio': true, title: 'Absent', $ref: '#/definitions/duty' },
      },
    },
    types: {
      'x-studio': true,
      title: 'Types',
      type: 'object',
      additionalProperties: { type: 'object', properties: { count: { 'x-studio': true, type: 'integer' } } },
    },
    steps: { 'x-studio': true, title: 'Steps', type: 'array', items: { $ref: '#/definitions/step' } },
  },
  definitions: {
    text: { type: 'string' },
    duty: { type: 'object', properties: { remind: { 'x-studio': true, title: 'Remind', type: 'integer' } } },
    step: {
      type: 'object',
      properties: { title: { 'x-studio': true, title: 'Title', allOf: [{ $ref: '#/definitions/text' }] } },
    },
  },
};

const CONTENT = {
  days: 30,
  isRead: true,
  mode: 'any',
  code: 'x',
  duties: { appeal: { remind: 3 } },
  types: { visa: { title: 'Visa', count: 2 } },
  steps: [{ title: 'One' }, { title: 'Two' }],
};

describe('the form of a meta-schema', () => {
  const fields = listSettings(META, CONTENT);
  const named = (title: string) => fields.find((one) => one.title === title);

  it('has the marked fields in their order', () => {
    expect(fields.map(({ title, kind }) => `${title}: ${kind}`)).toEqual([
      'Days: number',
      'Share: number',
      'Is read: yesNo',
      'Mode: choice',
      'Duties: group',
      'Types: group',
      'Steps: group',
    ]);
  });

  it('takes labels, helps, bounds and options from it', () => {
    expect(named('Days')).toMatchObject({ help: 'Until then', minimum: 7, maximum: 90, isInteger: true, value: 30 });
    expect(named('Share')).toMatchObject({ isInteger: false, isRequired: false, value: undefined });
    expect(named('Mode')).toMatchObject({ options: [{ value: 'all' }, { value: 'any', title: 'any' }], value: 'any' });
  });

  it('follows references, and leaves out groups that the file leaves out', () => {
    expect(named('Duties')).toMatchObject({
      fields: [{ title: 'Appeal', fields: [{ title: 'Remind', value: 3, path: ['duties', 'appeal', 'remind'] }] }],
    });
  });

  it('names entries by their own titles', () => {
    expect(named('Types')).toMatchObject({ fields: [{ title: 'Visa', isEntry: false }] });
    expect(named('Steps')).toMatchObject({
      fields: [
        { title: 'One', isEntry: true, fields: [{ kind: 'text', title: 'Title', value: 'One' }] },
        { title: 'Two', isEntry: true },
      ],
    });
  });

  it('lists its texts with their places, and translates them', () => {
    expect(settingTexts(META)).toContainEqual({ text: 'Until then', path: '/properties/days' });
    expect(settingTexts(META).map(({ text }) => text)).not.toContain('Not for the Studio');
    const spanish = translateMeta(META, { Days: 'Días' }) as MetaNode;
    expect(listSettings(spanish, CONTENT)[0]?.title).toBe('Días');
  });
});

const WORDS: MetaNode = {
  'x-studio': true,
  properties: {
    words: {
      'x-studio': true,
      title: 'Words',
      type: 'array',
      items: { type: 'string' },
      'x-add': { title: 'Add a word', ask: [{ name: 'word', title: 'Word' }], entry: '{word:lower}' },
    },
    programs: {
      'x-studio': true,
      title: 'Programs',
      type: 'object',
      additionalProperties: { 'x-plain': true, type: 'string' },
      'x-add': { title: 'Add', ask: [{ name: 'a' }, { name: 'b' }], key: '{a:lower}', entry: '{b}' },
    },
    closed: {
      'x-studio': true,
      title: 'Closed',
      type: 'array',
      items: { type: 'string', 'x-ids': 'office/status.json#/statuses' },
    },
    accepts: {
      'x-studio': true,
      title: 'Accepts',
      type: 'object',
      'x-labels': { '3': 'Pay stubs' },
      additionalProperties: { type: 'array', items: { enum: ['w2'], 'x-labels': { w2: 'W-2 form' } } },
    },
    rules: {
      'x-studio': true,
      title: 'Rules',
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: {
          id: { enum: ['age'], 'x-labels': { age: 'Its age' } },
          isFact: { 'x-studio': true, title: 'Fact', type: 'boolean' },
        },
      },
      'x-add': { title: 'Add a rule', ask: [{ name: 'id', title: 'Rule' }], unique: 'id', entry: { id: '{id}' } },
    },
  },
};

describe('lists and names', () => {
  const files = { 'office/status.json': { statuses: { withdrawn: { title: 'Withdrawn' }, approved: {} } } };
  const meta = withKnownIds(WORDS, files) as MetaNode;
  const content = {
    words: ['freelance'],
    programs: { gimp: 'GIMP' },
    closed: ['withdrawn'],
    accepts: { '3': ['w2'] },
    rules: [{ id: 'age' }],
  };
  const fields = listSettings(meta, content);

  it('are shown as words, names with a text, and known values to choose', () => {
    expect(fields).toMatchObject([
      { kind: 'words', value: ['freelance'], add: { title: 'Add a word' } },
      { kind: 'group', fields: [{ kind: 'plain', title: 'gimp', value: 'GIMP', isRemovable: true }] },
      { kind: 'several', options: [{ value: 'withdrawn', title: 'Withdrawn' }, { value: 'approved' }] },
      { kind: 'group', fields: [{ kind: 'several', title: 'Pay stubs', options: [{ title: 'W-2 form' }] }] },
      { kind: 'group', fields: [{ title: 'Its age', isEntry: true }] },
    ]);
  });

  it('keep their minimum number of entries', () => {
    const [, , , , rules] = fields;
    expect(rules?.kind === 'group' && rules.fields[0]?.isRemovable).toBeFalsy();
  });

  it('have titles of the file in the language of the page', () => {
    const spanish = listSettings(META, CONTENT, (text) => ({ Visa: 'Visado' })[text] ?? text);
    expect(spanish).toContainEqual(expect.objectContaining({ fields: [expect.objectContaining({ title: 'Visado' })] }));
  });

  it('list what is translated', () => {
    const texts = settingTexts(WORDS).map(({ text }) => text);
    for (const text of ['Add a word', 'Word', 'Pay stubs', 'W-2 form', 'Its age', 'Rule'])
      expect(texts).toContain(text);
    const spanish = translateMeta(WORDS, { 'Pay stubs': 'Talones' }) as MetaNode;
    expect(spanish.properties?.accepts?.['x-labels']).toEqual({ '3': 'Talones' });
  });

  const addOf = (name: string) => WORDS.properties?.[name]?.['x-add'] ?? { title: '', ask: [], entry: '' };
  const add = (name: string, fields: Record<string, string>) => {
    const added = addEntry(JSON.stringify(content), [name], addOf(name), fields);
    return added && JSON.parse(added)[name];
  };

  it('get an entry, but not the same twice', () => {
    expect(add('words', { word: 'Gig Work' })).toEqual(['freelance', 'gig work']);
    expect(add('words', { word: 'Freelance' })).toBeUndefined();
    expect(add('programs', { a: 'Canva', b: 'Canva' })).toEqual({ gimp: 'GIMP', canva: 'Canva' });
    expect(add('programs', { a: 'gimp', b: 'Other' })).toBeUndefined();
    expect(add('rules', { id: 'age' })).toBeUndefined();
  });

  it('get an entry with names made from its title, before the entries that stay last', () => {
    const entry = { id: '{title:slug}', status: '{title:snake}_status', route: '/{title:slug}' };
    const added = addEntry(
      '{"steps":[1,2]}',
      ['steps'],
      { title: '', ask: [], entry, keepLast: 1 },
      { title: 'Your Pets' },
    );
    expect(JSON.parse(added ?? '').steps).toEqual([
      1,
      { id: 'your-pets', status: 'your_pets_status', route: '/your-pets' },
      2,
    ]);
  });

  it('lose an entry', () => {
    expect(JSON.parse(removeEntry('{"a":[1,2]}', ['a', 0]))).toEqual({ a: [2] });
    expect(JSON.parse(removeEntry('{"a":{"b":1,"c":2}}', ['a', 'b']))).toEqual({ a: { c: 2 } });
  });
});

describe('a typed number', () => {
  const [days] = listSettings(META, CONTENT);
  const read = (typed: string) => (days?.kind === 'number' ? readNumber(days, typed) : 'no number');

  it('is accepted within its limits', () => {
    expect(read('7')).toEqual({ value: 7 });
    for (const typed of ['6', '91', '7.5', 'x', '']) expect(read(typed)).toBeUndefined();
  });

  it('may be left out if it is not required', () => {
    const share = listSettings(META, CONTENT)[1];
    expect(share?.kind === 'number' && readNumber(share, '')).toEqual({ value: undefined });
  });
});

describe('a changed file', () => {
  it('has the new value, or none', () => {
    expect(JSON.parse(changeSetting('{"a":{"b":1,"c":2}}', ['a', 'b'], 5))).toEqual({ a: { b: 5, c: 2 } });
    expect(JSON.parse(changeSetting('{"a":{"b":1,"c":2}}', ['a', 'b'], undefined))).toEqual({ a: { c: 2 } });
    expect(JSON.parse(changeSetting('{"a":1}', ['a'], undefined))).toEqual({});
  });

  const FLOW = '{"steps":[{"sections":["a","b"]},{"sections":["c"]}]}';
  const sections = (text: string | undefined) =>
    text && JSON.parse(text).steps.map((step: { sections: string[] }) => step.sections.join(''));

  it('has a moved entry, also in the next list', () => {
    expect(sections(moveEntry(FLOW, ['steps', 0, 'sections', 0], 1))).toEqual(['ba', 'c']);
    expect(sections(moveEntry(FLOW, ['steps', 0, 'sections', 1], 1))).toEqual(['a', 'bc']);
    expect(sections(moveEntry(FLOW, ['steps', 1], -1))).toEqual(['c', 'ab']);
  });

  it("is unchanged if there's nowhere to move to, or if a list would be empty", () => {
    expect(moveEntry(FLOW, ['steps', 0, 'sections', 0], -1)).toBeUndefined();
    expect(moveEntry(FLOW, ['steps', 1, 'sections', 0], -1)).toBeUndefined();
    expect(moveEntry(FLOW, ['steps', 1], 1)).toBeUndefined();
  });
});
