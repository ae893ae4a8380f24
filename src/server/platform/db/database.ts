import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import type { EventBus } from './events';
import { lockFolder, restrictToUser } from './lockFolder';
import { SyncedFS, syncPath, syncTree } from './syncedFS';

type Database = pg.Pool;

export interface OpenDatabase {
  db: Database;
  name: 'PostgreSQL' | 'PGlite';
  listen(events: EventBus): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export function openDatabase(url: string | undefined, dataDir: string): Promise<OpenDatabase> {
  return url ? openPostgres(url) : openEmbedded(dataDir);
}

async function openPostgres(url: string): Promise<OpenDatabase> {
  const db = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000 });
  // Without a listener, a broken idle connection ends the process.
  db.on('error', () => {});
  return { db, name: 'PostgreSQL', listen: (events) => listenPostgres(url, events), close: () => db.end() };
}

const CHANNEL = 'portal';
const MIN_DELAY = 250;
const MAX_DELAY = 10_000;

/** Reconnects when the connection breaks. Never rejects. Returns a function that stops. */
export async function listenPostgres(url: string, events: EventBus): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = MIN_DELAY;
  let isOver = false;

  async function connect(): Promise<void> {
    const own = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true });
    client = own;
    own.on('notification', ({ payload = '' }) => events.publish(payload));
    own.on('error', () => {});
    own.once('end', () => reconnect(own));
    await own.connect();
    await own.query(`listen ${CHANNEL}`);
    pause = MIN_DELAY;
    events.setLive(true);
  }

  function reconnect(broken: pg.Client): void {
    if (isOver || broken !== client) return;
    client = undefined;
    events.setLive(false);
    timer = setTimeout(tryConnect, pause).unref();
    pause = Math.min(MAX_DELAY, pause * 2);
  }

  async function tryConnect(): Promise<void> {
    const tried = connect();
    // `connect` has set it.
    const own = client as pg.Client;
    await tried.catch(() => {
      own.end().catch(() => {});
      reconnect(own);
    });
  }

  await tryConnect();
  return async () => {
    isOver = true;
    events.setLive(false);
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}

const UPKEEP_INTERVAL = 300_000;

/** PGlite with fsync, a lock, and checkpoint and vacuum on a timer. Rejects if the folder is in use. */
async function openEmbedded(dataDir: string) {
  const unlock = await lockFolder(dataDir);
  const lite = await openCluster(path.join(dataDir, 'pg')).catch((error) => {
    unlock();
    throw error;
  });
  // Its types don't name pg's.
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

/** Renames the complete cluster, so that a crash leaves nothing half made. */
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
