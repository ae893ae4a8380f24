import { describe, expect, it } from 'vitest';
import address from '../../../schemas/address.schema.json';
import studio from '../../../schemas/texts/studio.json';
import { describePoint, describeValue } from '../../../src/app/studio/merge/describeChange';
import { ORDER } from '../../../src/model/studio/merge/mergeJson';
import type { SchemaNode } from '../../../src/model/types';

const words = studio.merge;
// JSON imports have no literal types.
const reader = {
  words,
  schemaOf: (name: string) => (name === 'address' ? (address as unknown as SchemaNode) : undefined),
};
const ROW = ['properties', 'address', 'items', 'properties', 'appartment'];

describe('describePoint', () => {
  it.each([
    ['address.schema.json', [...ROW, 'title'], 'Apartment or unit', 'Label'],
    ['address.schema.json', ROW, 'Apartment or unit', 'Question'],
    ['address.schema.json', [...ROW, 'oneOf', 'const:"a"', 'title'], 'Apartment or unit', 'Option “a”'],
    ['address.schema.json', [...ROW.slice(0, 3), 'required', '"appartment"'], 'Apartment or unit', 'Required'],
    ['address.schema.json', ['properties', ORDER], address.title, 'Order'],
    ['address.ui.json', ['address', 'items', 'appartment', 'ui:help'], 'Apartment or unit', 'Help'],
    ['translations/es.json', ['texts', 'Door'], 'Translation (es)', 'Door'],
    ['settings.json', ['fields', 'ReasonforMoving'], 'ReasonforMoving', 'Setting'],
    ['settings.json', ['wording', 'address', 'address/[]/appartment', 'label'], 'Apartment or unit', 'Label'],
    ['settings.json', ['translations', 'es', 'Door'], 'Translation (es)', 'Door'],
    ['flows/application.json', ['steps', 'id:"a"', 'title'], 'flows/application.json', 'steps › id:"a" › title'],
    ['address.schema.json', [], 'address.schema.json', 'The whole file'],
  ])('names %s %j', (file, path, place, what) => {
    expect(describePoint({ file, path }, reader)).toEqual({ place, what });
  });
});

describe('describeValue', () => {
  it.each([
    [undefined, '(not set)'],
    [true, 'Yes'],
    [['a', { const: 'b', title: 'B' }], 'a, B'],
    [{ type: 'string', title: 'Pet' }, 'Pet'],
    [{ show: ['a'] }, '{"show":["a"]}'],
    ['x'.repeat(400), `${'x'.repeat(300)}…`],
  ])('shows %j', (value, text) => {
    expect(describeValue(value, words)).toBe(text);
  });
});
