import { describe, expect, test } from 'vitest';
import { validatorRuntime } from '../../../src/engine/loadChecker';
import type { Checker, PlainSection, SchemaNode } from '../../../src/model/types';
import { createChecker } from '../../../src/model/validation/checker';
import { compileRules, compileSection } from '../../../src/schema-tools/compile';
import { validatorModule } from '../../../src/server/forms/compiledSections';
import { sampleSection, TODAY } from '../../support/sampleSection';

/** Returns a browser's checker from the served module. */
async function moduleChecker(plain: PlainSection): Promise<Checker> {
  const url = `data:text/javascript,${encodeURIComponent(validatorModule(compileRules(plain)))}`;
  const { default: make } = await import(/* @vite-ignore */ url);
  return createChecker(plain, make(validatorRuntime));
}

const date: SchemaNode = { type: 'string', format: 'date', errorMessage: { format: 'Enter a date' } };
const list = (rows: SchemaNode, rest: SchemaNode = {}): SchemaNode => ({
  properties: { rows: { type: 'array', items: rows, ...rest } },
});

const current: SchemaNode = { type: 'object', properties: { now: { type: 'boolean' } } };

interface Row {
  rule: string;
  schema: SchemaNode;
  answers: unknown;
  errors: Record<string, string>;
}

const withMessage = (name: string, keyword: string, node: SchemaNode): SchemaNode => ({
  properties: { [name]: { ...node, errorMessage: { [keyword]: 'no' } } },
});

const rows: Row[] = [
  {
    rule: 'a missing required field has its own message',
    schema: { ...withMessage('a', 'required', { type: 'string' }), required: ['a'] },
    answers: {},
    errors: { a: 'no' },
  },
  {
    rule: 'blank text is no answer',
    schema: { ...withMessage('a', 'required', { type: 'string' }), required: ['a'] },
    answers: { a: '  ' },
    errors: { a: 'no' },
  },
  {
    rule: 'a field without a message has the common one',
    schema: { properties: { a: { type: 'string' } }, required: ['a'] },
    answers: {},
    errors: { a: 'Required' },
  },
  {
    rule: 'an unknown field is refused',
    schema: { properties: {} },
    answers: { b: 1 },
    errors: { b: 'This field is not known' },
  },
  {
    rule: 'a wrong type is refused',
    schema: { properties: { a: { type: 'number' } } },
    answers: { a: '42' },
    errors: { a: 'Enter a valid value' },
  },
  {
    rule: 'an empty list has its minItems message',
    schema: {
      ...withMessage('a', 'minItems', { type: 'array', minItems: 1, items: { type: 'string' } }),
      required: ['a'],
    },
    answers: { a: [] },
    errors: { a: 'no' },
  },
  {
    rule: 'an option not listed is refused',
    schema: withMessage('a', 'enum', { oneOf: [{ const: 1, title: 'One' }] }),
    answers: { a: 2 },
    errors: { a: 'no' },
  },
  {
    rule: 'x-sameAs refuses another text',
    schema: {
      properties: {
        a: { type: 'string' },
        b: { type: 'string', 'x-sameAs': 'a', errorMessage: { 'x-sameAs': 'must match' } },
      },
    },
    answers: { a: 'x', b: 'y' },
    errors: { b: 'must match' },
  },
  {
    rule: 'x-sameText accepts other capitals and refuses another text',
    schema: {
      properties: {
        a: { type: 'string' },
        b: { type: 'string', 'x-sameText': 'a', errorMessage: { 'x-sameText': 'must match' } },
        c: { type: 'string', 'x-sameText': 'a', errorMessage: { 'x-sameText': 'must match' } },
      },
    },
    answers: { a: 'Ana@x.example', b: 'ana@X.example', c: 'bea@x.example' },
    errors: { c: 'must match' },
  },
  {
    rule: 'x-after refuses the same day',
    schema: { properties: { a: date, b: { ...date, 'x-after': 'a', errorMessage: { 'x-after': 'later' } } } },
    answers: { a: '2020-01-01', b: '2020-01-01' },
    errors: { b: 'later' },
  },
  {
    rule: 'x-notBefore accepts the same day',
    schema: { properties: { a: date, b: { ...date, 'x-notBefore': 'a', errorMessage: { 'x-notBefore': 'later' } } } },
    answers: { a: '2020-01-01', b: '2020-01-01' },
    errors: {},
  },
  {
    rule: 'x-notInFuture accepts today',
    schema: withMessage('a', 'x-notInFuture', { ...date, 'x-notInFuture': true }),
    answers: { a: '2026-11-21' },
    errors: {},
  },
  {
    rule: 'x-notInFuture refuses tomorrow',
    schema: withMessage('a', 'x-notInFuture', { ...date, 'x-notInFuture': true }),
    answers: { a: '2026-11-22' },
    errors: { a: 'no' },
  },
  {
    rule: 'x-notInPast refuses yesterday',
    schema: withMessage('a', 'x-notInPast', { ...date, 'x-notInPast': true }),
    answers: { a: '2026-11-20' },
    errors: { a: 'no' },
  },
  {
    rule: 'x-inFuture refuses today',
    schema: withMessage('a', 'x-inFuture', { ...date, 'x-inFuture': true }),
    answers: { a: '2026-11-21' },
    errors: { a: 'no' },
  },
  {
    rule: 'x-age accepts the eighteenth birthday',
    schema: withMessage('a', 'x-age', { ...date, 'x-age': { min: 18, max: 99 } }),
    answers: { a: '2008-11-21' },
    errors: {},
  },
  {
    rule: 'x-age refuses the day before the eighteenth birthday',
    schema: withMessage('a', 'x-age', { ...date, 'x-age': { min: 18, max: 99 } }),
    answers: { a: '2008-11-22' },
    errors: { a: 'no' },
  },
  {
    rule: 'x-age refuses the hundredth birthday',
    schema: withMessage('a', 'x-age', { ...date, 'x-age': { min: 18, max: 99 } }),
    answers: { a: '1926-11-21' },
    errors: { a: 'no' },
  },
  {
    rule: 'a day that does not exist is no date',
    schema: { properties: { a: date } },
    answers: { a: '2026-02-30' },
    errors: { a: 'Enter a date' },
  },
  {
    rule: 'x-day shows its own message for February 30, not that of the format',
    schema: withMessage('a', 'x-day', { ...date, 'x-day': true }),
    answers: { a: '02/30/2004' },
    errors: { a: 'no' },
  },
  {
    rule: 'x-day leaves half a date to the format',
    schema: { properties: { a: { ...date, 'x-day': true } } },
    answers: { a: '02/3' },
    errors: { a: 'Enter a date' },
  },
  {
    rule: 'x-year refuses two years ahead',
    schema: withMessage('a', 'x-year', { type: 'string', 'x-year': { min: 1900, ahead: 1 } }),
    answers: { a: '2028' },
    errors: { a: 'no' },
  },
  {
    rule: 'x-uniqueBy ignores case and space',
    schema: list(
      { type: 'object', properties: { n: { type: 'string' } } },
      { 'x-uniqueBy': ['n'], errorMessage: { 'x-uniqueBy': 'twice' } },
    ),
    answers: { rows: [{ n: 'Acme' }, { n: ' acme' }] },
    errors: { rows: 'twice' },
  },
  {
    rule: 'x-uniqueBy leaves empty rows alone',
    schema: list({ type: 'object', properties: { n: { type: 'string' } } }, { 'x-uniqueBy': ['n'] }),
    answers: { rows: [{}, {}] },
    errors: {},
  },
  {
    rule: 'x-firstOnly accepts a value in the first row only',
    schema: list(current, { 'x-firstOnly': 'now', errorMessage: { 'x-firstOnly': 'first' } }),
    answers: { rows: [{ now: true }, { now: false }, {}] },
    errors: {},
  },
  ...[[{ now: false }], [{}, { now: true }], [{ now: true }, { now: true }]].map((rows) => ({
    rule: `x-firstOnly refuses ${JSON.stringify(rows)}`,
    schema: list(current, { 'x-firstOnly': 'now', errorMessage: { 'x-firstOnly': 'first' } }),
    answers: { rows },
    errors: { rows: 'first' },
  })),
  {
    rule: 'x-containsName accepts the last name without its space',
    schema: withMessage('a', 'x-containsName', { type: 'string', 'x-containsName': true }),
    answers: { a: "r. o'HALE" },
    errors: {},
  },
  {
    rule: 'x-containsName refuses a stranger',
    schema: withMessage('a', 'x-containsName', { type: 'string', 'x-containsName': true }),
    answers: { a: 'Sam Lee' },
    errors: { a: 'no' },
  },
  ...[
    '000-12-3456',
    '666-12-3456',
    '900-12-3456',
    '123-00-4567',
    '123-45-0000',
    '111-11-1111',
    '999-99-9999',
    '123-45-6789',
    '12-345-6789',
  ].map((a) => ({
    rule: `x-ssn refuses ${a}`,
    schema: withMessage('a', 'x-ssn', { type: 'string', 'x-ssn': true }),
    answers: { a },
    errors: { a: 'no' },
  })),
  ...['219-09-8765', '***-**-8765'].map((a) => ({
    rule: `x-ssn accepts ${a}`,
    schema: withMessage('a', 'x-ssn', { type: 'string', 'x-ssn': true }),
    answers: { a },
    errors: {},
  })),
  {
    rule: 'an error in a row is at the row',
    schema: list({ type: 'object', properties: { n: { type: 'string' } }, required: ['n'] }),
    answers: { rows: [{ n: 'a' }, {}] },
    errors: { 'rows/1/n': 'Required' },
  },
  {
    rule: 'a group that was not sent is judged as empty',
    schema: { properties: { g: { type: 'object', properties: { r: { type: 'string' } }, required: ['r'] } } },
    answers: {},
    errors: { 'g/r': 'Required' },
  },
];

describe.each(['in process', 'as a module'] as const)('validation: %s', (side) => {
  test.each(rows)('$rule', async ({ schema, answers, errors }) => {
    const plain = sampleSection(schema);
    const checker = side === 'in process' ? compileSection(plain) : await moduleChecker(plain);
    const result = checker.check(answers as never, TODAY);
    expect(Object.fromEntries(result.errors.map((error) => [error.path.join('/'), error.message]))).toEqual(errors);
  });
});

test("a section that isn't JSON Schema is rejected with the location", () => {
  const plain = sampleSection({ properties: { a: { type: 'string', minLength: 'two' as never } } });
  expect(() => compileSection(plain)).toThrow(/data\/properties\/a\/minLength must be integer/);
});
