import { customizeValidator } from '@rjsf/validator-ajv8';
import Ajv2020 from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRecord, keyOf, parsePointer } from '../../src/model/answers/paths';
import type { Answers, SchemaNode } from '../../src/model/types';
import { bundleSection } from '../../src/schema-tools/bundle/bundleSection';
import { matchPattern } from '../../src/schema-tools/prove/matchPattern';
import { realCatalog } from '../support/schemaFiles';
import { checkerOf, TODAY } from './sectionCheck';

const catalog = realCatalog();
const sections = catalog.flow('application').steps.flatMap((step) => step.sections.map(({ section }) => section));
const RUNS = Number(process.env.BUNDLE_RUNS ?? 1000);
const noSettings = { settings: {} };

/** A standard validator for the 2020 draft. */
const standardValidator = customizeValidator({ AjvClass: Ajv2020, ajvOptionsOverrides: { strict: false } });

describe('a bundle for stock RJSF', () => {
  it.each(sections)('finds the same errors in %s as the engine, except for the listed rules', (name) => {
    const { schema, beyond } = bundleSection(catalog.section(name), noSettings);
    const isBeyond = new Set(beyond.map(({ keyword }) => keyword));
    const checker = checkerOf(name, noSettings);
    const wrong = { engine: 0, bundle: 0 };
    for (const answers of fc.sample(answersFor(catalog.section(name).schema), { numRuns: RUNS, seed: 7 })) {
      const { answers: kept, errors } = checker.check(answers as Answers, TODAY);
      const own = errors.filter(({ keyword }) => !isBeyond.has(keyword)).map(({ path }) => keyOf(path));
      const all = standardValidator.rawValidation<StockError>(schema, kept).errors ?? [];
      // An `if` error only repeats its branch's error.
      const found = all.filter(({ keyword }) => keyword !== 'if');
      expect([...new Set(found.map(placeOf))].sort(), JSON.stringify(kept)).toEqual([...new Set(own)].sort());
      wrong.engine += own.length;
      wrong.bundle += found.length;
    }
    expect(Math.min(wrong.engine, wrong.bundle)).toBeGreaterThan(0);
  });
});

interface StockError {
  instancePath: string;
  keyword: string;
  propertyName?: string;
  params: { missingProperty?: string; propertyName?: string };
}

function placeOf({ instancePath, params, propertyName }: StockError): string {
  const member = params.missingProperty ?? params.propertyName ?? propertyName;
  return keyOf([...parsePointer(instancePath), ...(member === undefined ? [] : [member])]);
}

/** Returns valid and invalid answers for a node. */
function answersFor(node: SchemaNode): fc.Arbitrary<unknown> {
  const choices = node.oneOf?.map((option) => option.const) ?? node.enum;
  if (choices)
    return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...choices) }, fc.constantFrom('other', 3, true));
  if (node.type === 'object') return membersFor(node);
  if (node.type === 'array') {
    const most = Math.min(4, (typeof node.maxItems === 'number' ? node.maxItems : 3) + 1);
    return fc.array(answersFor(node.items ?? {}), { maxLength: most });
  }
  if (node.type === 'boolean') return fc.constantFrom(true, false, 'Yes');
  if (node.type === 'number' || node.type === 'integer')
    return fc.constantFrom(0, 1, 2, 0.5, 1450, 19.999, -3, 100_000_000, '12');
  return fc.oneof(fc.constantFrom(...textsFor(node)), fc.constantFrom(...TEXTS));
}

const TEXTS: unknown[] = [
  ...['a', 'Ann', ' Lee ', '李', 'a\u202eb', 'http://x.example', 'a@b.example', 'a@b', '2020-02-29', '2019-02-29'],
  ...['2020-13-01', '2035-01-01', '900-12-3456', '219-09-9999', '***-**-1234', '000-11-2222', '78701', '78701-12'],
  ...['\tTab', 'a\u200db', 'x'.repeat(120), 'x'.repeat(6000), 7, true],
];

function textsFor({ pattern }: SchemaNode): string[] {
  const matching = typeof pattern === 'string' ? matchPattern(pattern) : undefined;
  return matching === undefined ? ['Robin Hale'] : [matching, 'Robin Hale'];
}

function membersFor({ properties = {} }: SchemaNode): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(
    ([name, child]) => [name, fc.option(answersFor(child), { freq: 6, nil: undefined })] as const,
  );
  const stranger = fc.oneof({ weight: 19, arbitrary: fc.constant(undefined) }, fc.constant('unknown'));
  return fc
    .record({ ...Object.fromEntries(members), stranger })
    .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)))
    .filter(isRecord);
}
