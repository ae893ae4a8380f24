import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

/** What the schema commands need. */
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

/** Copies the project for editing, with the same packages. The caller deletes the folder. */
export function copyProject(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'project-copy-'));
  for (const name of [...PARTS, ...FOLDERS]) cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

/** Returns the environment without the test runner's variables. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|TEST|NODE_ENV|DEV|PROD|MODE|SSR|BASE_URL)/.test(name),
  );
  return Object.fromEntries(own);
}
