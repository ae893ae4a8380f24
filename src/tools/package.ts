import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { findRoot } from '../server/platform/config';

const root = findRoot();

const SCRIPTS = {
  start: 'node dist/server/main.js',
  portal: 'node dist/server/portal.js',
  schemas: 'node dist/server/schemas.js',
};

/** Files that are never loaded: type declarations, source maps and all Tesseract builds but one. */
const UNUSED = /tesseract\.js-core\/tesseract-core(?!-simd-lstm\.(js|wasm)$).*|\.(d\.[cm]?ts|map)$/;

/**
 * `npm run package -- [--to <folder>] [--built]`: creates a folder that needs only Node to run. `--built` skips the
 * build.
 */
function main(args: string[]): void {
  const options = {
    to: { type: 'string', default: path.join(root, 'dist/package') },
    built: { type: 'boolean' },
  } as const;
  const { to, built } = parseArgs({ args, options }).values;
  const folder = path.resolve(to);
  refuseUsed(folder);
  if (!built) run('npm', ['run', '-s', 'build'], root);
  copyApp(folder);
  console.log('Installing the packages that the server needs …');
  run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
  removeUnused(path.join(folder, 'node_modules'));
  console.log(`Packaged: ${folder} (${Math.round(bytesIn(folder) / 1e6)} MB).`);
  console.log(
    'Copy it to a machine with Node 24 (20.19 or newer works), set the variables in docs/settings.md, and run: node dist/server/main.js',
  );
}

/** Deletes the folder if it has an earlier package. Otherwise, throws if it has files. */
function refuseUsed(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  if (!isPackage(folder)) throw new Error(`${folder} has other files. Choose an empty folder.`);
  rmSync(folder, { recursive: true });
}

/** Only a package has these scripts. A checkout also has dist/server, but must never be deleted. */
function isPackage(folder: string): boolean {
  const file = path.join(folder, 'package.json');
  return existsSync(file) && isDeepStrictEqual(JSON.parse(readFileSync(file, 'utf8')).scripts, SCRIPTS);
}

function copyApp(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const part of ['dist/app', 'dist/server', 'schemas', 'package-lock.json'])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  // Lint reads the names of these files.
  const widgets = readdirSync(path.join(root, 'widgets')).filter((name) => name.endsWith('.tsx'));
  for (const name of widgets) cpSync(path.join(root, 'widgets', name), path.join(folder, 'widgets', name));
  // Copies the files that aren't bundled, such as migrations and workers.
  const isLoaded = (file: string) => statSync(file).isDirectory() || !/\.(ts|json)$/.test(file);
  cpSync(path.join(root, 'src/server'), path.join(folder, 'src/server'), { recursive: true, filter: isLoaded });
  const settings = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify({ ...settings, scripts: SCRIPTS }, null, 2)}\n`);
}

function removeUnused(folder: string): void {
  for (const name of filesIn(folder)) if (UNUSED.test(name)) rmSync(path.join(folder, name));
}

function bytesIn(folder: string): number {
  return filesIn(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
}

function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(path.join(folder, name)).isFile());
}

function run(command: string, args: string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: MAX_OUTPUT });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
}

const MAX_OUTPUT = 64 * 1024 * 1024;

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
