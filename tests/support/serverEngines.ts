import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import net from 'node:net';
import pg from 'pg';
import { type OpenDatabase, openDatabase } from '../../src/server/platform/db/database';
import { migrate } from '../../src/server/platform/db/migrate';
import { copyMigrated, copyTemplate, migrations, migrationsHash } from './folders/databaseTemplate';
import { makeFolder } from './folders/memoryFolder';

export interface TestDatabase {
  db: pg.Pool;
  /** A separate folder for files, outbox and keys. */
  dataDir: string;
  /** DATABASE_URL. Undefined for the embedded database. */
  url?: string;
  listen: OpenDatabase['listen'];
  close(): Promise<void>;
}

export interface Engine {
  name: string;
  open(): Promise<TestDatabase>;
  /** Without tables. */
  openEmpty(): Promise<TestDatabase>;
}

/** Needs no server. */
export const embedded: Engine = {
  name: 'PGlite',
  open: () => openEmbedded(copyMigrated),
  openEmpty: () => openEmbedded(copyTemplate),
};

/**
 * Databases that the same tests run on: the embedded one, and PostgreSQL if one answers (TEST_DATABASE_URL or the
 * local one). TEST_ENGINE selects one, 'PGlite' or 'PostgreSQL'. `npm test` uses one at a time (docs/decisions/036).
 */
export const engines: Engine[] = (await findEngines()).filter(({ name }) => name === (process.env.TEST_ENGINE ?? name));

async function findEngines(): Promise<Engine[]> {
  const url =
    process.env.TEST_DATABASE_URL ??
    ((await answers(5432)) ? 'postgres://postgres@127.0.0.1:5432/postgres' : undefined);
  return url ? [embedded, postgresAt(url)] : [embedded];
}

function postgresAt(url: string): Engine {
  return {
    name: 'PostgreSQL',
    open: async () => {
      postgresTemplate ??= makePostgresTemplate(url);
      return openPostgres(url, await postgresTemplate);
    },
    openEmpty: () => openPostgres(url, 'template0'),
  };
}

async function openEmbedded(prepare: (dataDir: string) => Promise<void>): Promise<TestDatabase> {
  const dataDir = makeFolder();
  await prepare(dataDir);
  const { db, close, listen } = await openDatabase(undefined, dataDir);
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

async function openPostgres(url: string, template: string): Promise<TestDatabase> {
  const name = `rental_test_${randomBytes(6).toString('hex')}`;
  await runOn(url, `create database ${name} template ${template}`);
  const own = onDatabase(url, name);
  const { db, close, listen } = await openDatabase(own, '');
  const dataDir = makeFolder();
  return {
    db,
    dataDir,
    url: own,
    listen,
    async close() {
      await close();
      await runOn(url, `drop database ${name} with (force)`);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

let postgresTemplate: Promise<string> | undefined;

/** Returns the migrated database to copy for each test. The first process creates it, and later runs reuse it. */
async function makePostgresTemplate(url: string): Promise<string> {
  const name = `rental_template_${migrationsHash()}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(4713)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount) return name;
    // Renamed when complete, because other processes look for this name.
    await client.query(`drop database if exists ${name}_made`);
    await client.query(`create database ${name}_made`);
    const { db, close } = await openDatabase(onDatabase(url, `${name}_made`), '');
    await migrate(db, migrations).finally(close);
    await client.query(`alter database ${name}_made rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}

function onDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).toString();
}

async function runOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    const notify = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => notify(true)).once('error', () => notify(false));
    socket.setTimeout(10_000, () => notify(false));
  });
}
