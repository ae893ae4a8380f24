import { type SpawnOptions, spawn } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findRoot } from '../../../../src/server/platform/config';
import { openDatabase } from '../../../../src/server/platform/db/database';
import { lockFolder, requireUnlocked } from '../../../../src/server/platform/db/lockFolder';
import { copyTemplate } from '../../../support/folders/databaseTemplate';

describe('the embedded database', { timeout: 120_000 }, () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('writes every commit to disk', async () => {
    await copyTemplate(folder);
    const sync = vi.spyOn(fs, 'fsyncSync');
    syncBuiltinESMExports();
    const { db, close } = await openDatabase(undefined, folder);
    await db.query('create table note (n integer)');
    for (let n = 0; n < 5; n++) {
      const before = sync.mock.calls.length;
      await db.query('insert into note values ($1)', [n]);
      expect(sync.mock.calls.length).toBeGreaterThan(before);
    }
    const { rows } = await db.query(
      "select name, setting from pg_settings where name in ('fsync', 'shared_buffers') order by name",
    );
    expect(rows).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'shared_buffers', setting: '2048' },
    ]);
    await close();
  });

  it('rejects a second process without harming the first, and opens again after the first has closed it', async () => {
    await copyTemplate(folder);
    const first = await openDatabase(undefined, folder);
    await first.db.query('create table note (n integer)');
    await expect(openDatabase(undefined, folder)).rejects.toThrow('another process is using this data directory');
    await first.db.query('insert into note values (1)');
    await first.close();
    const again = await openDatabase(undefined, folder);
    expect((await again.db.query('select n from note')).rows).toEqual([{ n: 1 }]);
    await again.close();
  });

  it('discards a database whose first start was interrupted', async () => {
    fs.mkdirSync(path.join(folder, 'pg.new'));
    fs.writeFileSync(path.join(folder, 'pg.new/PG_VERSION'), '18');
    const { db, close } = await openDatabase(undefined, folder);
    expect((await db.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(fs.existsSync(path.join(folder, 'pg.new'))).toBe(false);
    await close();
  });

  it('keeps each acknowledged row of a killed process, and takes over its lock', async () => {
    await copyTemplate(folder);
    const acknowledged = await insertUntilKilled(folder);
    expect(acknowledged).toBeGreaterThan(0);
    const { db, close } = await openDatabase(undefined, folder);
    const { rows } = await db.query('select count(*)::int as count, max(n) as last from note');
    expect(rows[0].count).toBeGreaterThanOrEqual(acknowledged);
    expect(rows[0].last).toBe(rows[0].count);
    await close();
  });

  it("syncs a killed process's files to disk before it opens them, then what recovery writes", async () => {
    await copyTemplate(folder);
    await insertUntilKilled(folder);
    const home = path.join(folder, 'pg');
    const files = fs.readdirSync(home, { recursive: true }).length;
    const handle = await fs.promises.open(home);
    const whole = vi.spyOn(Object.getPrototypeOf(handle), 'sync');
    await handle.close();
    const one = vi.spyOn(fs, 'fsyncSync');
    syncBuiltinESMExports();
    const { close } = await openDatabase(undefined, folder);
    expect(whole.mock.calls.length).toBeGreaterThanOrEqual(files);
    // The log, the control file and the tables that recovery changed.
    expect(one.mock.calls.length).toBeGreaterThan(5);
    expect(one.mock.calls.length).toBeLessThan(files / 4);
    await close();
  });

  it('stays locked for a process with another temporary folder', async () => {
    const elsewhere = fs.mkdtempSync(path.join(folder, 'tmp-'));
    const holder = await lockInProcess(folder, { env: { PATH: process.env.PATH, TMPDIR: elsewhere } });
    expect(holder.output).toBe('held');
    await expect(lockFolder(folder)).rejects.toThrow('another process is using this data directory');
    await expect(requireUnlocked(folder)).rejects.toThrow('another process is using this data directory');
    await holder.kill();
    await requireUnlocked(folder);
    (await lockFolder(folder))();
  });

  it('stays locked while its process is paused', async () => {
    const holder = await lockInProcess(folder);
    holder.child.kill('SIGSTOP');
    await expect(lockFolder(folder)).rejects.toThrow('another process is using this data directory');
    await holder.kill();
  });

  it('is taken over from a dead process by exactly one of several processes, three times in a row', async () => {
    for (let n = 0; n < 3; n++) {
      await (await lockInProcess(folder)).kill();
      const others = [1, 2].map(() => lockInProcess(folder));
      const own = await Promise.allSettled(Array.from({ length: 6 }, () => lockFolder(folder)));
      const theirs = await Promise.all(others);
      const won = own.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(won.length + theirs.filter(({ output }) => output === 'held').length).toBe(1);
      for (const unlock of won) unlock();
      for (const other of theirs) await other.kill();
      expect(fs.readdirSync(path.join(folder, 'sockets')).length).toBeLessThanOrEqual(1);
    }
  });

  it('reports a read-only folder in plain English', async () => {
    // Root can write anywhere, so the process runs as another user.
    const isRoot = process.getuid?.() === 0;
    fs.chmodSync(folder, isRoot ? 0o755 : 0o555);
    const words = `${folder}: can't create or write to this data directory.`;
    const options = isRoot ? { uid: 65534, gid: 65534 } : {};
    const below = path.join(folder, 'data');
    const tried = [await lockInProcess(folder, options), await lockInProcess(below, options)];
    await Promise.all(tried.map(({ kill }) => kill()));
    expect(tried[0]?.output).toContain(words);
    expect(tried[1]?.output).toContain(`${below}: can't create or write to this data directory.`);
    fs.chmodSync(folder, 0o755);
  });

  it("can't be read by other users", async () => {
    const own = path.join(folder, 'data');
    (await lockFolder(own))();
    for (const one of [own, path.join(own, 'sockets')]) expect(fs.statSync(one).mode & 0o077).toBe(0);
  });

  it('is locked under a path of any length', async () => {
    const deep = path.join(folder, 'x'.repeat(100), 'y'.repeat(100));
    fs.mkdirSync(deep, { recursive: true });
    const unlock = await lockFolder(deep);
    await expect(lockFolder(deep)).rejects.toThrow(deep);
    unlock();
    (await lockFolder(deep))();
  });
});

/** Starts a process that locks the folder, prints 'held' or the error, and keeps running. */
async function lockInProcess(folder: string, options: SpawnOptions = {}) {
  const script = `const [module, folder] = process.argv.slice(1);
    const { lockFolder } = await import(module);
    const said = await lockFolder(folder).then(() => 'held', (error) => error.message);
    console.log(said);
    setInterval(() => {}, 1000);`;
  const module = path.join(findRoot(), 'src/server/platform/db/lockFolder.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, module, folder], {
    cwd: findRoot(),
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await new Promise<string>((resolve) => {
    child.stdout?.once('data', (line) => resolve(String(line).trim()));
    child.once('close', () => resolve('nothing'));
  });
  const kill = () => {
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    return ended;
  };
  return { child, output, kill };
}

/** Prints each number after its commit. */
const insertForever = `
  const [module, folder] = process.argv.slice(1);
  const { openDatabase } = await import(module);
  const { db } = await openDatabase(undefined, folder);
  await db.query('create table note (n integer)');
  for (let n = 1; ; n++) {
    await db.query('insert into note values ($1)', [n]);
    fs.writeSync(1, n + '\\n');
  }`;

/** Kills a process while it inserts rows. Returns the last number it printed. */
function insertUntilKilled(folder: string): Promise<number> {
  const module = path.join(findRoot(), 'src/server/platform/db/database.ts');
  const options = [
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    `import fs from 'node:fs';${insertForever}`,
    module,
    folder,
  ];
  const child = spawn(process.execPath, options, { cwd: findRoot(), stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (output.split('\n').length > 20) child.kill('SIGKILL');
  });
  return new Promise((resolve) => child.once('close', () => resolve(Number(output.trim().split('\n').at(-1)))));
}
