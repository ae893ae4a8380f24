import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findRoot } from '../server/platform/config';
import { runServer } from './runServer';

const SOURCES = ['src', 'widgets', 'schemas', 'index.html', 'package-lock.json', 'vite.config.ts', 'tsconfig.json'];
const root = findRoot();
const buildMark = path.join(root, 'dist/.built');

/** `npm start`: builds the app if needed, then runs the server. */
function start(): void {
  if (isStale() && !build()) process.exit(1);
  // Makes the server add applications to the demo's office and print the office's link.
  process.env.DEMO_OFFICE ??= 'on';
  runServer([path.join(root, 'dist/server/main.js')]);
}

/** True if the app was never built, or if sources were changed, added or removed since. */
function isStale(): boolean {
  if (!existsSync(buildMark)) return true;
  const { files, at } = JSON.parse(readFileSync(buildMark, 'utf8'));
  const sources = listSources();
  return sources.length !== files || sources.some((file) => statSync(file).mtimeMs > at);
}

function build(): boolean {
  const at = Date.now();
  console.log('Building the app (20 seconds on an idle machine) …');
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', 'build'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: MAX_OUTPUT,
  });
  if (status !== 0) {
    console.error(`${stdout}${stderr}\nThe build failed. Fix the error above, then run npm start again.`);
    return false;
  }
  console.log(`Built in ${Math.round((Date.now() - at) / 1000)} seconds.`);
  writeFileSync(buildMark, JSON.stringify({ files: listSources().length, at }));
  return true;
}

const MAX_OUTPUT = 64 * 1024 * 1024;

function listSources(): string[] {
  return SOURCES.map((source) => path.join(root, source)).flatMap((source) => {
    if (!statSync(source).isDirectory()) return [source];
    const below = readdirSync(source, { recursive: true, encoding: 'utf8' }).map((file) => path.join(source, file));
    return below.filter((file) => statSync(file).isFile());
  });
}

start();
