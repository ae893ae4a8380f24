import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findRoot } from '../server/config';
import { runServer } from './runServer';

const SOURCES = ['src', 'widgets', 'schemas', 'index.html', 'package-lock.json', 'vite.config.ts', 'tsconfig.json'];
const root = findRoot();
const buildMark = path.join(root, 'dist/.built');

/** `npm start`: builds what is stale, then runs the built server in this terminal. */
function start(): void {
  if (isStale()) build();
  // Whoever tries the product out sees both ends of it.
  process.env.DEMO_OFFICE ??= 'on';
  runServer([path.join(root, 'dist/server/main.js')]);
}

/** Stale: never built, or some source is younger than the build, or the set of sources is another. */
function isStale(): boolean {
  if (!existsSync(buildMark)) return true;
  const { files, at } = JSON.parse(readFileSync(buildMark, 'utf8'));
  const sources = listSources();
  return sources.length !== files || sources.some((file) => statSync(file).mtimeMs > at);
}

function build(): void {
  const at = Date.now();
  execFileSync('npm', ['run', '-s', 'build'], { cwd: root, stdio: 'inherit' });
  writeFileSync(buildMark, JSON.stringify({ files: listSources().length, at }));
}

function listSources(): string[] {
  return SOURCES.map((source) => path.join(root, source)).flatMap((source) => {
    if (!statSync(source).isDirectory()) return [source];
    const below = readdirSync(source, { recursive: true, encoding: 'utf8' }).map((file) => path.join(source, file));
    return below.filter((file) => statSync(file).isFile());
  });
}

start();
