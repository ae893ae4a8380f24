import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRoot } from '../../../src/server/platform/config';
import { listenForCommands } from '../../../src/server/platform/db/operatorSocket';
import { copyMigrated, copyTemplate } from '../../support/folders/databaseTemplate';

describe('npm run portal, as a process', () => {
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
    await copyMigrated(folder);
  }, 180_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const portal = (...args: string[]) => runNode({}, 'src/tools/portal.ts', ...args);
  const runWith = (environment: Record<string, string>, ...args: string[]) =>
    runNode(environment, 'src/tools/portal.ts', ...args);

  async function runNode(environment: Record<string, string>, ...words: string[]) {
    const { DATABASE_URL: _none, ...env } = process.env;
    const child = spawn(process.execPath, ['--import', 'tsx', ...words], {
      cwd: findRoot(),
      env: { ...env, DATA_DIR: folder, ...environment },
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { out, error, code };
  }

  it('prints its help without a database and ends with 0', async () => {
    const help = await portal('invite', 'unit', '--help');
    expect(help).toMatchObject({ code: 0, error: '' });
    for (const word of ['invite unit <subscriber> <property> <unit> --email …', '--mail ', '--language', '--days'])
      expect(help.out).toContain(word);
  }, 120_000);

  it('loads no database driver if a running server answers the command', async () => {
    // Prints at the end how many files of pg were loaded.
    const watch = `data:text/javascript,${encodeURIComponent(`
      import { createRequire } from 'node:module';
      const { cache } = createRequire('${import.meta.filename}');
      process.on('exit', () => console.error(Object.keys(cache).filter((file) => file.includes('node_modules/pg/')).length));
    `)}`;
    const look = () => runNode({}, '--import', watch, 'src/tools/portal.ts', 'subscriber', 'list');
    const answer = async ({ args }: { args: string[] }) => ({ lines: [`done: ${args.join(' ')}`], code: 0 as const });
    const stop = await listenForCommands(folder, answer, (error) => expect.unreachable(String(error)));
    expect(await look()).toEqual({ code: 0, out: 'done: subscriber list\n', error: '0\n' });
    stop();
    expect(Number((await look()).error)).toBeGreaterThan(5);
  }, 120_000);

  it('exits with 2 on a usage error and 1 on a failure, with the reason only on stderr', async () => {
    expect(await portal('frobnicate')).toEqual({
      code: 2,
      out: '',
      error: "There's no command 'frobnicate'. To see the list, run: npm run portal -- help\n",
    });
    expect(await portal('property', 'list', 'nobody')).toEqual({
      code: 1,
      out: '',
      error: "There's no subscriber 'nobody'. To see the list, run: npm run portal -- subscriber list\n",
    });
    expect(await portal('subscriber', 'list')).toEqual({ code: 0, error: '', out: 'No subscribers yet.\n' });
  }, 180_000);

  it('migrates only with the migrate command if MIGRATE_ON_START is off', async () => {
    const empty = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
    await copyTemplate(empty);
    const off = { DATA_DIR: empty, MIGRATE_ON_START: 'off' };
    expect(await runWith(off, 'subscriber', 'list')).toMatchObject({ code: 1, out: '' });
    const pending = await runWith(off, 'migrate', '--dry-run');
    expect(pending).toMatchObject({ code: 0, error: '' });
    expect(pending.out).toMatch(
      /^001-platform\.sql\n(.+\.sql\n)+\d+ migrations are pending\. Nothing was changed\.\n$/,
    );
    expect((await runWith(off, 'migrate')).out).toMatch(/^001-platform\.sql\n(.+\.sql\n)+Ran \d+ migrations\.\n$/);
    expect((await runWith(off, 'migrate')).out).toBe('No migrations were pending.\n');
    expect(await runWith(off, 'subscriber', 'list')).toEqual({ code: 0, error: '', out: 'No subscribers yet.\n' });
    rmSync(empty, { recursive: true });
  }, 180_000);

  it('checks a folder that a running server uses with doctor, which exits with 1 if email fails', async () => {
    const answer = async () => ({ lines: ['No migrations are pending.'], code: 0 as const });
    const stop = await listenForCommands(folder, answer, (error) => expect.unreachable(String(error)));
    const result = await portal('doctor');
    stop();
    expect(result).toMatchObject({ code: 0, error: '' });
    expect(result.out).toContain(`ok Database: a running server uses ${folder}`);
    const { code, out } = await runWith({ SMTP_URL: 'smtp://127.0.0.1:1' }, 'doctor');
    expect([code, out]).toEqual([1, expect.stringContaining('✘  Email: ')]);
  }, 180_000);
});
