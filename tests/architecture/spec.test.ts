import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const FOLDER = 'docs/spec';
const tables = readdirSync(FOLDER).filter((file) => file.endsWith('.md'));

/** Returns the rows of a page's tables, each with its references: `file › part of a test's name`. */
function referencesOf(page: string): { row: string; references: string[] }[] {
  const lines = page.split('\n');
  const isRule = (line = '') => /^\| ?-{3}/.test(line);
  const rows = lines.filter((line, at) => line.startsWith('| ') && !isRule(line) && !isRule(lines[at + 1]));
  return rows.map((row) => {
    const tests = row.split(' | ').at(-1) ?? '';
    return { row, references: [...tests.matchAll(/`([^`]+)`/g)].map(([, reference]) => String(reference)) };
  });
}

/** Returns the file or reference that doesn't exist. Undefined if both the file and the test exist. */
function missing(reference: string): string | undefined {
  const [file = '', name = ''] = reference.split(' › ');
  if (!existsSync(file)) return file;
  const text = readFileSync(file, 'utf8').replaceAll("\\'", "'");
  return text.includes(name) ? undefined : reference;
}

describe.each(tables)('docs/spec/%s', (table) => {
  const rows = referencesOf(readFileSync(`${FOLDER}/${table}`, 'utf8'));

  test('names a test for every point', () => {
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter(({ references }) => references.length === 0)).toEqual([]);
  });

  test('names existing files and tests', () => {
    expect(rows.flatMap(({ references }) => references).flatMap((reference) => missing(reference) ?? [])).toEqual([]);
  });
});

test('finds a missing file or name', () => {
  expect(missing('tests/architecture/nowhere.test.ts')).toBe('tests/architecture/nowhere.test.ts');
  expect(missing('package.json › no such name')).toBe('package.json › no such name');
  expect(missing('tests/architecture/spec.test.ts › a file or a name that is not there')).toBeUndefined();
});
