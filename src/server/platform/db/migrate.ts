import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunnerOption } from 'node-pg-migrate';
import type pg from 'pg';
import { messages } from '../../../messages/serverMessages';
import { fillText } from '../../../model/messages/fillText';
import { type Config, findRoot } from '../config';
import {
  createHistory,
  findPending,
  HISTORY,
  MigrationsRefused,
  readHistory,
  readMigrationFiles,
  recordChecksums,
} from './migrationHistory';

const FOLDER = path.join(findRoot(), 'src/server/platform/db/migrations');

/** First line of files with statements that can't run in a transaction, such as `create index concurrently`. */
const NO_TRANSACTION = '-- no transaction';

const RETRY = 200;

/**
 * Runs pending migrations and returns their names. With `only`, skips all other migrations. Several processes can call
 * this at the same time. Throws `MigrationsRefused` if the history doesn't match the files.
 */
export async function migrate(db: pg.Pool, folder = FOLDER, only?: readonly string[]): Promise<string[]> {
  const files = await readMigrationFiles(folder);
  return withLock(db, async (client) => {
    await createHistory(client, files);
    const pending = findPending(files, await readHistory(client)).map(({ name }) => name);
    const names = pending.filter((name) => only?.includes(name) ?? true);
    if (names.length) await runFiles(client, folder, names).finally(() => recordChecksums(client, files));
    return names;
  });
}

/** Imports node-pg-migrate late, because the import is slow. */
async function runFiles(client: pg.PoolClient, folder: string, names: readonly string[]): Promise<void> {
  const { runner } = await import('node-pg-migrate');
  await runner({
    dbClient: client,
    migrationsTable: HISTORY,
    dir: folder,
    direction: 'up',
    singleTransaction: false,
    // node-pg-migrate's lock belongs to a session, and PgBouncer shares sessions. `migrate` takes its own lock.
    // `migrate` checks the order. node-pg-migrate's check allows no gaps.
    noLock: true,
    checkOrder: false,
    migrationLoaderStrategies: [{ extensions: ['.sql'], loader: createLoader(names) }],
    log: () => {},
  }).catch(async (cause) => {
    await client.query('rollback');
    throw cause;
  });
}

type Loader = Exclude<NonNullable<RunnerOption['migrationLoaderStrategies']>[number]['loader'], string>;

function createLoader(names: readonly string[]): Loader {
  return async (paths) => {
    const wanted = paths.filter((file) => names.includes(path.basename(file)));
    return Promise.all(wanted.map(async (file) => ({ id: file, filePaths: [file], actions: await readActions(file) })));
  };
}

async function readActions(file: string) {
  const sql = await readFile(file, 'utf8');
  return {
    up(builder: { sql(text: string): void; noTransaction(): void }) {
      if (sql.startsWith(NO_TRANSACTION)) builder.noTransaction();
      builder.sql(sql);
    },
    down: false as const,
  };
}

/**
 * Holds the lock in a second connection. Takes no lock if the pool has only one (PGlite). Polls, because a waiting
 * statement would block `create index concurrently`.
 */
async function withLock<T>(db: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  if (db.options.max === 1) return withClient(db, work);
  return withClient(db, async (lock) => {
    while (!(await tryLock(lock))) await wait(RETRY);
    return withClient(db, work);
  });
}

async function withClient<T>(db: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await db.connect();
  try {
    return await work(client);
  } finally {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
  }
}

async function tryLock(client: pg.PoolClient): Promise<boolean> {
  await client.query('begin');
  // Earlier releases use the same number for their lock.
  const { rows } = await client.query<{ locked: boolean | null }>('select pg_try_advisory_xact_lock(4711) as locked');
  if (!rows[0]?.locked) await client.query('rollback');
  return Boolean(rows[0]?.locked);
}

/** Throws `MigrationsRefused` if the history doesn't match the files. */
export async function pendingMigrations(db: pg.Pool, folder = FOLDER): Promise<string[]> {
  const [files, history] = await Promise.all([readMigrationFiles(folder), readHistory(db)]);
  return findPending(files, history).map(({ name }) => name);
}

export async function listMigrations(folder = FOLDER): Promise<string[]> {
  return (await readMigrationFiles(folder)).map(({ name }) => name);
}

/** Runs pending migrations. If there are any and MIGRATE_ON_START is off, throws `MigrationsRefused` instead. */
export async function migrateIfAllowed(db: pg.Pool, { migrateOnStart }: Pick<Config, 'migrateOnStart'>): Promise<void> {
  if (migrateOnStart) return void (await migrate(db));
  const pending = await pendingMigrations(db);
  if (pending.length)
    throw new MigrationsRefused(fillText(messages('operator').migrations.refused, { names: pending.join(', ') }));
}
