import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyTemplate } from '../support/folders/databaseTemplate';

/** Data folder of `npm run dev`, as after a fresh clone: an empty database, and no bundled packages. */
let folder: string;
let port: number;
let dev: ChildProcess;
let log = '';
/** A page's call before the API listens. */
let early: Promise<Response>;
let isEarly = false;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'rental-dev-'));
  await copyTemplate(folder);
  port = await findTwoPorts();
  dev = spawn('npm', ['run', '-s', 'dev'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      VITE_CACHE: path.join(folder, 'vite'),
      NODE_ENV: '',
      VITEST: '',
    },
    detached: true,
  });
  for (const stream of [dev.stdout, dev.stderr])
    stream?.on('data', (chunk: Buffer) => {
      // In CI, Vite colors its output, even within words.
      log = stripVTControlCharacters(log + chunk);
    });
  await until(() => log.includes('Local:'));
  isEarly = !log.includes('Listening');
  early = fetch(`http://127.0.0.1:${port}/api/no-such-call`);
  await until(() => log.includes('Demo links'));
});

afterAll(async () => {
  const ended = once(dev, 'close');
  // Signals the whole group, because npm doesn't forward signals to all of its processes.
  if (dev.pid) process.kill(-dev.pid, 'SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

test('a printed link opens the page, and the API responds at the same port', async () => {
  const link = new RegExp(`http://127\\.0\\.0\\.1:${port}/Property/\\S+`).exec(log)?.[0] ?? '';
  const page = await (await fetch(link, { headers: { accept: 'text/html' } })).text();
  expect(page).toContain('src="/src/main.tsx"');
  // This script shows why an edit was rejected.
  expect(page).toContain('src="/src/app/rejectedEdits/showRejectedEdits.ts"');
  expect((await fetch(`http://127.0.0.1:${port}/api/no-such-call`)).headers.get('content-type')).toContain('json');
});

test('a page’s calls wait until the API listens', async () => {
  expect(isEarly).toBe(true);
  expect((await early).status).toBe(404);
});

test('every module of the app is served, and no package is found late, which would reload the page', async () => {
  await until(() => existsSync(path.join(folder, 'vite/deps/_metadata.json')));
  const { served, refused } = await crawl(`http://127.0.0.1:${port}`);
  expect(refused).toEqual([]);
  expect(served).toBeGreaterThan(100);
  // Late dependencies are bundled a tenth of a second after the last request for a module.
  await wait(2000);
  expect(log.match(/bundling dependencies/g), log).toHaveLength(1);
  expect(log).not.toMatch(/dependencies optimized|reloading/);
});

test('npm run dev logs no errors', () => {
  expect(log).toContain('VITE');
  expect(log).not.toMatch(/error|failed|could not|are they installed|unsupported/i);
});

/** Fetches all of the app's modules as a browser does, from the first one to lazy pages and workers. */
async function crawl(base: string): Promise<{ served: number; refused: string[] }> {
  const seen = new Set(['/src/main.tsx']);
  const refused: string[] = [];
  for (const url of seen) {
    const answer = await fetch(base + url, { headers: { accept: '*/*' } });
    const text = await answer.text();
    if (!answer.ok || /^<!doctype/i.test(text)) refused.push(`${answer.status} ${url}`);
    for (const [, next] of text.matchAll(/["'](\/(?:src|widgets|schemas)\/[^"'`\s\\]+)["']/g)) seen.add(String(next));
  }
  return { served: seen.size, refused };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    if (dev.exitCode !== null) throw new Error(`npm run dev ended with ${dev.exitCode}:\n${log}`);
    await wait(50);
  }
}

/** Finds a free port whose next port is free, too. */
async function findTwoPorts(): Promise<number> {
  for (;;) {
    const first = await listen(0);
    const found = (first.address() as net.AddressInfo).port;
    const second = await listen(found + 1).catch(() => undefined);
    first.close();
    second?.close();
    if (second) return found;
  }
}

function listen(at: number): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(at, '127.0.0.1', () => resolve(server));
  });
}
