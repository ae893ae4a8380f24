import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type OpenDatabase, openDatabase } from '../../src/server/database';
import { migrate } from '../../src/server/migrate';
import { findRoot } from '../../src/server/root';

export interface TestDatabase {
  db: pg.Pool;
  /** A folder of its own for files, outbox and keys. */
  dataDir: string;
  listen: OpenDatabase['listen'];
  close(): Promise<void>;
}

export interface Engine {
  name: string;
  open(): Promise<TestDatabase>;
}

const migrations = path.join(findRoot(), 'src/server/migrations');

/** The databases the same tests run on: the embedded one always, PostgreSQL where one answers (TEST_DATABASE_URL, else this machine's). */
export const engines: Engine[] = await findEngines();

async function findEngines(): Promise<Engine[]> {
  const embedded: Engine = { name: 'PGlite', open: openEmbedded };
  const url =
    process.env.TEST_DATABASE_URL ??
    ((await answers(5432)) ? 'postgres://postgres@127.0.0.1:5432/postgres' : undefined);
  return url ? [embedded, { name: 'PostgreSQL', open: () => openPostgres(url) }] : [embedded];
}

async function openEmbedded(): Promise<TestDatabase> {
  const dataDir = makeFolder();
  await copyTemplate(dataDir);
  const { db, close, listen } = await openDatabase(undefined, dataDir);
  await migrate(db, migrations);
  return {
    db,
    dataDir,
    listen,
    async close() {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Puts an initialised, empty cluster into `dataDir`. */
export async function copyTemplate(dataDir: string): Promise<void> {
  cpSync(await findTemplate(), path.join(dataDir, 'pg'), { recursive: true });
}

/** Initialising takes seconds, so it is done once per machine and PGlite version; every test copies the result. */
async function findTemplate(): Promise<string> {
  const template = path.join(findRoot(), 'node_modules/.cache/test-database');
  if (!existsSync(template)) {
    const folder = makeFolder();
    await (await openDatabase(undefined, folder)).close();
    mkdirSync(path.dirname(template), { recursive: true });
    const beside = `${template}.${process.pid}`;
    cpSync(path.join(folder, 'pg'), beside, { recursive: true });
    moveOnce(beside, template);
    rmSync(folder, { recursive: true, force: true });
  }
  return template;
}

/** Another test process may have been faster; its template is as good. */
function moveOnce(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
    rmSync(from, { recursive: true, force: true });
  }
}

async function openPostgres(url: string): Promise<TestDatabase> {
  const name = `rental_test_${randomBytes(6).toString('hex')}`;
  await runOn(url, `create database ${name}`);
  const { db, close, listen } = await openDatabase(
    Object.assign(new URL(url), { pathname: `/${name}` }).toString(),
    '',
  );
  await migrate(db, migrations);
  const dataDir = makeFolder();
  return {
    db,
    dataDir,
    listen,
    async close() {
      await close();
      await runOn(url, `drop database ${name} with (force)`);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function runOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

function makeFolder(): string {
  return mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    const tell = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => tell(true)).once('error', () => tell(false));
    socket.setTimeout(10_000, () => tell(false));
  });
}
