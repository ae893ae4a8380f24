import { describe, expect, it } from 'vitest';
import {
  changeSetting,
  listSettings,
  type MetaNode,
  moveEntry,
  readNumber,
  settingTexts,
  translateMeta,
} from '../../../src/model/studio/settingsForm';

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
    expect(named('Mode')).toMatchObject({ options: ['all', 'any'], value: 'any' });
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

  it('lists its texts with their places, and puts them in a language', () => {
    expect(settingTexts(META)).toContainEqual({ text: 'Until then', path: '/properties/days' });
    expect(settingTexts(META).map(({ text }) => text)).not.toContain('Not for the Studio');
    const spanish = translateMeta(META, { Days: 'Días' }) as MetaNode;
    expect(listSettings(spanish, CONTENT)[0]?.title).toBe('Días');
  });
});

describe('a typed number', () => {
  const [days] = listSettings(META, CONTENT);
  const read = (typed: string) => (days?.kind === 'number' ? readNumber(days, typed) : 'no number');

  it('is taken within its bounds', () => {
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

  it('has an entry in another place, also of the next list', () => {
    expect(sections(moveEntry(FLOW, ['steps', 0, 'sections', 0], 1))).toEqual(['ba', 'c']);
    expect(sections(moveEntry(FLOW, ['steps', 0, 'sections', 1], 1))).toEqual(['a', 'bc']);
    expect(sections(moveEntry(FLOW, ['steps', 1], -1))).toEqual(['c', 'ab']);
  });

  it('stays where there is no place, or where a list would be empty', () => {
    expect(moveEntry(FLOW, ['steps', 0, 'sections', 0], -1)).toBeUndefined();
    expect(moveEntry(FLOW, ['steps', 1, 'sections', 0], -1)).toBeUndefined();
    expect(moveEntry(FLOW, ['steps', 1], 1)).toBeUndefined();
  });
});
