import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readJurisdictions } from '../../src/model/law/jurisdictions';
import { readSchemaFiles } from '../support/schemaFiles';

const page = readFileSync('docs/law.md', 'utf8');
const rules = Object.entries(readJurisdictions(readSchemaFiles())).flatMap(([place, { title, rules }]) =>
  rules.map((rule) => [place, rule.id, title, rule] as const),
);

it.each(rules)('docs/law.md has a row for %s %s with its statute and its test', (place, id, title, { source }) => {
  const row = page.split('\n').find((line) => line.startsWith(`| ${title} | \`${place}\` \`${id}\` |`));
  expect(row).toContain(source.statute);
  expect(row?.includes('secondary source')).toBe(source.basis === 'secondary');
  const tests = [...(row ?? '').matchAll(/`(tests\/[^`]+)`/g)].map(([, file = '']) => file);
  expect(tests.length).toBeGreaterThan(0);
  for (const file of tests) expect(existsSync(file), file).toBe(true);
});

it('docs/law.md has no row for a removed rule', () => {
  const rows = page.split('\n').filter((line) => /^\| [^|]+ \| `us/.test(line));
  expect(rows).toHaveLength(rules.length);
});
