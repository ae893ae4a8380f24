import { existsSync, renameSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import type { EventBus } from './events';
import { closeToOthers, lockFolder } from './lockFolder';
import { SyncedFS, syncPath, syncTree } from './syncedFS';
import { transaction } from './transaction';

type Database = pg.Pool;

export interface OpenDatabase {
  db: Database;
  /** Said in the start-up log. */
  name: 'PostgreSQL' | 'PGlite';
  /** Publishes what changes to `events`, until the function given back is called. */
  listen(events: EventBus): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** The database of this process: PostgreSQL at `url`, else the embedded one in `dataDir`. */
export function openDatabase(url: string | undefined, dataDir: string): Promise<OpenDatabase> {
  return url ? openPostgres(url) : openEmbedded(dataDir);
}

async function openPostgres(url: string): Promise<OpenDatabase> {
  const db = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000 });
  // Without a listener a broken idle connection would end the process.
  db.on('error', () => {});
  return { db, name: 'PostgreSQL', listen: (events) => listenPostgres(url, events), close: () => db.end() };
}

const CHANNEL = 'portal';
const soonest = 250;
const latest = 10_000;

/**
 * Hears what PostgreSQL tells, on one connection of its own that is opened again whenever it breaks; until then everybody looks by
 * themselves. Never rejects. Gives the function that ends it.
 */
export async function listenPostgres(url: string, events: EventBus): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = soonest;
  let isOver = false;

  async function connect(): Promise<void> {
    const own = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true });
    client = own;
    own.on('notification', ({ payload = '' }) => events.publish(payload));
    // An error is always followed by the end, which opens the next one.
    own.on('error', () => {});
    own.once('end', () => again(own));
    await own.connect();
    await own.query(`listen ${CHANNEL}`);
    pause = soonest;
    events.setLive(true);
  }

  function again(broken: pg.Client): void {
    if (isOver || broken !== client) return;
    client = undefined;
    events.setLive(false);
    timer = setTimeout(tryOnce, pause).unref();
    pause = Math.min(latest, pause * 2);
  }

  async function tryOnce(): Promise<void> {
    const tried = connect();
    // The one that is being connected.
    const own = client as pg.Client;
    await tried.catch(() => {
      own.end().catch(() => {});
      again(own);
    });
  }

  await tryOnce();
  return async () => {
    isOver = true;
    events.setLive(false);
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}

const upkeepEvery = 300_000;

/**
 * PGlite in `dataDir`, made durable: real fsync, a lock against a second process, checkpoint and vacuum on a timer
 * (it has no background processes). Rejects when another process holds the folder.
 */
async function openEmbedded(dataDir: string) {
  const unlock = await lockFolder(dataDir);
  const lite = await openWhole(path.join(dataDir, 'pg')).catch((error) => {
    unlock();
    throw error;
  });
  // Of pg, which its types do not name.
  const db = new pg.Pool({ ...(createPgConfig(lite) as pg.PoolConfig), max: 1, connectionTimeoutMillis: 30_000 });
  const stopUpkeep = keepUp(db);
  return {
    db,
    name: 'PGlite' as const,
    listen: (events: EventBus) => listen(lite, events),
    close: () => closeAll(db, lite, stopUpkeep, unlock),
  };
}

async function openWhole(home: string): Promise<PGlite> {
  if (!existsSync(home)) await initialise(home);
  closeToOthers(home);
  const fs = new SyncedFS(home);
  return fs.startWhole(() => PGlite.create({ fs, startParams: startParams() }));
}

/** Builds the cluster next to its place and renames it, so that a start cut off leaves nothing half made. */
async function initialise(home: string): Promise<void> {
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

function keepUp(db: pg.Pool): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // A failed upkeep is tried again at the next turn.
    running = db
      .query('checkpoint')
      .then(() => db.query('vacuum'))
      .catch(() => {});
  }, upkeepEvery).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** The same events as PostgreSQL's, within this process. */
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

/** Runs the SQL files of `folder` that this database has not seen, in order of their names; several processes may start at once. */
export function migrate(db: pg.Pool, folder: string): Promise<void> {
  return transaction(db, async (client) => {
    await client.query('select pg_advisory_xact_lock(4711)');
    await client.query(
      'create table if not exists migration (name text primary key, at timestamptz not null default now())',
    );
    const done = await client.query<{ name: string }>('select name from migration');
    const names = new Set(done.rows.map((row) => row.name));
    for (const name of await listMigrations(folder)) if (!names.has(name)) await apply(client, folder, name);
  });
}

async function listMigrations(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

async function apply(client: pg.PoolClient, folder: string, name: string): Promise<void> {
  await client.query(await readFile(path.join(folder, name), 'utf8'));
  await client.query('insert into migration (name) values ($1)', [name]);
}
