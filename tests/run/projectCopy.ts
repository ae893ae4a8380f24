import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

/** What the commands of those who edit schemas/ work on. */
const PARTS = [
  'package.json',
  'tsconfig.json',
  'biome.json',
  'vite.config.ts',
  'index.html',
  'README.md',
  '.gitignore',
];
const FOLDERS = ['schemas', 'src', 'widgets', 'tests', 'docs'];

/** A copy of the project to edit, with the same packages; its folder is the caller's to remove. */
export function copyProject(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'project-copy-'));
  for (const name of [...PARTS, ...FOLDERS]) cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

/** Without what the runner of this test has put into it. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|TEST|NODE_ENV|DEV|PROD|MODE|SSR|BASE_URL)/.test(name),
  );
  return Object.fromEntries(own);
}
