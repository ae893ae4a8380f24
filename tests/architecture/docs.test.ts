import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

/** Returns a page's links to files in this repository. */
function linksOf(page: string): string[] {
  const found = readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g);
  return [...found].map(([, target]) => path.join(path.dirname(page), String(target)));
}

test.each(pages)('%s links only to existing files', (page) => {
  expect(linksOf(page).filter((file) => !existsSync(file))).toEqual([]);
});

/** Returns the files named in a page's inline code, without patterns such as `*.ts`. */
function namedFiles(page: string): string[] {
  const found = readFileSync(page, 'utf8').matchAll(
    /`((?:src|widgets|tests|bench|e2e)\/[\w./-]+\.(?:tsx?|mjs|json|md))`/g,
  );
  return [...found].map(([, file]) => String(file));
}

test.each(pages.filter((page) => page.startsWith('docs/decisions')))('%s names only files that are there', (page) => {
  expect(namedFiles(page).filter((file) => !existsSync(file))).toEqual([]);
});

test('docs/moments.md names existing browser tests', () => {
  const rows = [...readFileSync('docs/moments.md', 'utf8').matchAll(/`(e2e\/[\w.]+)`((?:,? '[^']+')+)/g)];
  const named = rows.flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/'([^']+)'/g)].map(([, title = '']) => ({ file, title })),
  );
  expect(named.length).toBeGreaterThan(21);
  expect(named.filter(({ file, title }) => !readFileSync(file, 'utf8').includes(title))).toEqual([]);
});

test('docs/notices.md matches the locked packages', () => {
  const { status, stderr } = spawnSync('npx', ['tsx', 'bench/notices.ts', '--check'], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});
