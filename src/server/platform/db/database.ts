import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { retryConflicts } from './conflicts';
import type { EventBus } from './events';
import { listenPostgres } from './listenPostgres';
import { lockFolder, restrictToUser } from './lockFolder';
import { SyncedFS, syncPath, syncTree } from './syncedFS';

type Database = pg.Pool;

export interface OpenDatabase {
  db: Database;
  name: 'PostgreSQL' | 'PGlite';
  listen(events: EventBus): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

interface Pooling {
  databasePooler?: 'session' | 'transaction';
  databaseListenUrl?: string;
}

export function openDatabase(url: string | undefined, dataDir: string, pooling: Pooling = {}): Promise<OpenDatabase> {
  return url ? openPostgres(url, pooling) : openEmbedded(dataDir);
}

async function openPostgres(url: string, { databasePooler, databaseListenUrl }: Pooling): Promise<OpenDatabase> {
  const db = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000 });
  // Without this listener, a broken idle connection would crash the process.
  db.on('error', () => {});
  repeatStatements(db);
  const isShared = databasePooler === 'transaction';
  if (isShared) dropStatementNames(db);
  const listenUrl = databaseListenUrl ?? (isShared ? undefined : url);
  return {
    db,
    name: 'PostgreSQL',
    // Without a URL for LISTEN, callers have to poll.
    listen: async (events) => (listenUrl ? listenPostgres(listenUrl, db, events) : async () => {}),
    close: () => db.end(),
  };
}

/** Repeats single statements after a conflict. `transaction` repeats whole transactions. */
function repeatStatements(db: pg.Pool): void {
  const query = db.query.bind(db) as (...given: unknown[]) => Promise<unknown>;
  db.query = ((...given: unknown[]) => retryConflicts(() => query(...given))) as typeof db.query;
}

/** In transaction mode, PgBouncer shares connections, so a prepared statement may belong to another client. */
function dropStatementNames(db: pg.Pool): void {
  db.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((statement: unknown, ...rest: unknown[]) =>
      query(unnamed(statement), ...rest)) as typeof client.query;
  });
}

function unnamed(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || !('name' in statement)) return statement;
  return { ...statement, name: undefined };
}

const UPKEEP_INTERVAL = 300_000;

/** Rejects if another process is using the folder. */
async function openEmbedded(dataDir: string) {
  const unlock = await lockFolder(dataDir);
  const lite = await openCluster(path.join(dataDir, 'pg')).catch((error) => {
    unlock();
    throw error;
  });
  const db = new pg.Pool({ ...(createPgConfig(lite) as pg.PoolConfig), max: 1, connectionTimeoutMillis: 30_000 });
  const stopUpkeep = startUpkeep(db);
  return {
    db,
    name: 'PGlite' as const,
    listen: (events: EventBus) => listen(lite, events),
    close: () => closeAll(db, lite, stopUpkeep, unlock),
  };
}

async function openCluster(home: string): Promise<PGlite> {
  if (!existsSync(home)) await createCluster(home);
  restrictToUser(home);
  const fs = new SyncedFS(home);
  return fs.startSynced(() => PGlite.create({ fs, startParams: startParams() }));
}

/** Renames the folder at the end, so that a half-finished database is never opened. */
async function createCluster(home: string): Promise<void> {
  const beside = `${home}.new`;
  rmSync(beside, { recursive: true, force: true });
  await (await PGlite.create(beside)).close();
  await syncTree(beside);
  renameSync(beside, home);
  syncPath(path.dirname(home));
}

function startParams(): string[] {
  const asShipped = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');
  return [...asShipped, '-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=16MB'];
}

function startUpkeep(db: pg.Pool): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = db
      .query('checkpoint')
      .then(() => db.query('vacuum'))
      .catch(() => {});
  }, UPKEEP_INTERVAL).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function listen(lite: PGlite, events: EventBus): Promise<() => Promise<void>> {
  const stop = await lite.listen('portal', events.publish);
  events.setLive(true);
  return () => {
    events.setLive(false);
    return stop();
  };
}

async function closeAll(db: pg.Pool, lite: PGlite, stopUpkeep: () => Promise<void>, unlock: () => void): Promise<void> {
  await stopUpkeep();
  await db.end();
  await lite.close();
  unlock();
}
