import { describe, expect, test } from 'vitest';
import robin from '../../../schemas/personas/robin-hale.json';
import { resolveSection } from '../../../src/model/section/resolveSection';
import type { SchemaNode } from '../../../src/model/types';
import { bounds, clip, measureJson } from '../../../src/model/validation/bounds';
import { compileSection } from '../../../src/schema-tools/compile';
import { sampleSection, TODAY } from '../../support/sampleSection';
import { realCatalog } from '../../support/schemaFiles';

describe('measureJson', () => {
  test.each([
    ['a form', '{"a":[1,2,{"b":"x, y ] }"}]}', 'within'],
    ['text with quotes, brackets and slashes', JSON.stringify({ a: `\\"[[[[${'[,'.repeat(600)}\\` }), 'within'],
    ['the widest list', `[${'1,'.repeat(bounds.members - 1)}1]`, 'within'],
    ['a list with one row too many', `[${'1,'.repeat(bounds.members)}1]`, 'wide'],
    [
      'too many members',
      JSON.stringify(Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`k${n}`, n]))),
      'wide',
    ],
    ['the same member again and again', `{${'"a":1,'.repeat(600)}"a":1}`, 'wide'],
    ['many lists of few rows', JSON.stringify(Array.from({ length: 400 }, () => Array(40).fill(1))), 'wide'],
    ['many empty objects', `[${Array.from({ length: 400 }, () => `[${Array(30).fill('{}')}]`)}]`, 'wide'],
    ['the deepest nesting allowed', '['.repeat(41) + ']'.repeat(41), 'within'],
    ['nesting one level deeper', '['.repeat(42) + ']'.repeat(42), 'deep'],
    ['a beginning without an end', '{"a":1,'.repeat(100_000), 'deep'],
    ['a text without an end', `{"a":"${'\\"'.repeat(100_000)}`, 'within'],
  ])('measures %s', (_, json, extent) => {
    expect(measureJson(json)).toBe(extent);
  });
});

const WIDE = 12_000;
const address = { street_address: '1 Elm Street' };

/** Lists, objects and texts that are longer than any schema allows. */
const wide: Record<string, unknown> = {
  'empty rows': Array(WIDE).fill({}),
  'filled rows': Array(WIDE).fill(address),
  'rows of nothing': Array(WIDE).fill(null),
  'lists in lists': Array(WIDE).fill([[[]]]),
  'unknown members': Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`k${n}`, n])),
  'rows of unknown members': Array(20).fill(Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`k${n}`, {}]))),
  letters: 'a@'.repeat(20_000),
  blanks: ` ${'\u00a0 '.repeat(20_000)}b`,
};

const blanks = () => Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, null]));

const catalog = realCatalog();

/** Puts the value at every place in a schema, and in every list and object on the way. */
function fillWith(node: SchemaNode, value: unknown): unknown[] {
  const inner = Object.entries(node.properties ?? {}).map(([name, one]) => fillWith(one, value).map((v) => [name, v]));
  const most = Math.max(0, ...inner.map((list) => list.length));
  const records = Array.from({ length: most }, (_, n) =>
    Object.fromEntries(inner.flatMap((list) => [list[n] ?? list[0] ?? []]) as []),
  );
  const rows = node.items ? fillWith(node.items, value).map((row) => Array(20).fill(row)) : [];
  return [value, ...records, ...rows];
}

describe('clip', () => {
  test('returns the answers of a complete application unchanged', () => {
    for (const sections of Object.values(robin.flows.application))
      for (const [name, answers] of Object.entries(sections))
        expect(clip(catalog.section(name).schema, answers)).toBe(answers);
  });
});

describe('validation', () => {
  const checkers = catalog.sectionNames.map((name) => {
    const plain = resolveSection(catalog.section(name), { settings: {} }, catalog.messages);
    return { name, plain, checker: compileSection(plain) };
  });

  test.each(Object.entries(wide))('of %s takes less than 500 ms and lists no more errors than allowed', (_, value) => {
    for (const { name, plain, checker } of checkers)
      for (const answers of fillWith(plain.schema, value)) {
        const before = process.cpuUsage();
        const { errors } = checker.check(answers as never, TODAY);
        const { user } = process.cpuUsage(before);
        expect([name, user / 1000]).toEqual([name, expect.toSatisfy((ms: number) => ms < 500)]);
        expect(errors.length).toBeLessThanOrEqual(bounds.errors);
      }
  });

  test('names the list with too many rows, and other errors', () => {
    const { checker } = checkers.find(({ name }) => name === 'registration-personal') as (typeof checkers)[number];
    const { errors } = checker.check({ other: Array(WIDE).fill({}) }, TODAY);
    expect(errors).toContainEqual({
      path: ['other'],
      message: 'You can add up to 2 more numbers',
      keyword: 'maxItems',
    });
    expect(errors.map(({ path }) => path.join('/'))).toEqual(expect.arrayContaining(['fname', 'other/0/number']));
  });

  test.each([
    ['a list', { type: 'array', items: { type: 'string' } }, Array(WIDE).fill('a'), true],
    ['a text', { type: 'string' }, 'a'.repeat(WIDE), true],
    ['a text with blanks within', { type: 'string' }, `a${' '.repeat(WIDE)}b`, true],
    ['a text with blanks around', { type: 'string' }, `${' '.repeat(WIDE)}a${' '.repeat(WIDE)}`, false],
    ['a text with blanks after it', { type: 'string', 'x-trim': 'end' }, `a${' '.repeat(WIDE)}`, false],
    ['nothing but blanks', { type: 'string', 'x-trim': false }, ' '.repeat(WIDE), false],
    ['a list for a boolean', { type: 'boolean' }, [1], true],
    ['an object for a number', { type: 'integer' }, { a: 1 }, true],
    ['an object for a list', { type: 'array', items: { type: 'string' } }, { a: 1 }, true],
    ['a list for an object', { type: 'object', properties: {} }, [1], true],
    [
      'members beyond those looked at',
      { type: 'object', properties: {} },
      { ...(wide['unknown members'] as object) },
      true,
    ],
    [
      'one unknown member behind a thousand blank ones',
      { type: 'object', properties: {} },
      { ...blanks(), z: 1 },
      true,
    ],
  ] as [string, SchemaNode, unknown, boolean][])('applies the default bound to %s', (_, node, value, isRefused) => {
    const checker = compileSection(sampleSection({ properties: { a: node } }));
    expect(checker.check({ a: value }, TODAY).errors.length > 0).toBe(isRefused);
  });
});
