import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findRoot } from '../../src/server/root';
import { copyTemplate } from '../support/serverEngines';

describe('the process', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('prints the demo links, serves, and ends in order when told', async () => {
    await copyTemplate(folder);
    const server = start({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' });
    const address = await server.until(/Listening on (http:\/\/\S+) with PGlite/);
    const link = await server.until(/(\/Unit\/demo\/harbor-view\/204\/open\/\S+)/);
    expect(link).toMatch(/open\/[a-z2-9]{16}$/);
    const page = await fetch(`${address}/api/users/registrationpage`, {
      headers: { url: 'open', entry: link, trn_id: link.split('/').at(-1) ?? '' },
    });
    expect((await page.json()).records).toMatchObject({ application_type: 'Unit', DesiredUnitNumber: '204' });
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  it('names what production lacks, and does not start', async () => {
    const server = start({ NODE_ENV: 'production', DATA_DIR: folder });
    expect(await server.ended).toBe(1);
    expect(server.said()).toContain('NODE_ENV=production needs DATABASE_URL, DATA_KEY, TOKEN_KEY');
  });
});

interface Started {
  child: ChildProcess;
  ended: Promise<number | null>;
  said(): string;
  /** The first group of the first match in what it says. */
  until(pattern: RegExp): Promise<string>;
}

function start(environment: Record<string, string>): Started {
  const script = path.join(findRoot(), 'src/server/main.ts');
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    cwd: findRoot(),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk;
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    child,
    ended,
    said: () => text,
    async until(pattern) {
      for (let i = 0; i < 1000 && !pattern.test(text) && child.exitCode === null; i++)
        await new Promise((resolve) => setTimeout(resolve, 100));
      const found = pattern.exec(text)?.[1];
      if (!found) throw new Error(`The process did not say ${pattern}: ${text}`);
      return found;
    },
  };
}
