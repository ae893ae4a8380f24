import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { lockFolder } from './lockFolder';
import type { NewsDesk } from './news';
import { closeToOthers } from './privateFolder';
import { SyncedFS, syncPath, syncTree } from './syncedFS';

const upkeepEvery = 300_000;

/**
 * PGlite in `dataDir`, made durable: real fsync, a lock against a second process, checkpoint and vacuum on a timer
 * (it has no background processes). Rejects when another process holds the folder.
 */
export async function openEmbedded(dataDir: string) {
  const unlock = await lockFolder(dataDir);
  const lite = await openWhole(path.join(dataDir, 'pg')).catch((error) => {
    unlock();
    throw error;
  });
  const db = new pg.Pool({ ...(createPgConfig(lite) as pg.PoolConfig), max: 1, connectionTimeoutMillis: 30_000 });
  const stopUpkeep = keepUp(db);
  return {
    db,
    name: 'PGlite' as const,
    listen: (news: NewsDesk) => listen(lite, news),
    close: () => closeAll(db, lite, stopUpkeep, unlock),
  };
}

async function openWhole(home: string): Promise<PGlite> {
  if (!existsSync(home)) await initialise(home);
  closeToOthers(home);
  const fs = new SyncedFS(home);
  return fs.startWhole(() => PGlite.create({ fs, startParams: startParams() }));
}

/** Builds the cluster beside its place and renames it, so that a start cut off leaves nothing half made. */
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

/** The same news as PostgreSQL's, within this process. */
async function listen(lite: PGlite, news: NewsDesk): Promise<() => Promise<void>> {
  const stop = await lite.listen('portal', news.hear);
  news.setLive(true);
  return () => {
    news.setLive(false);
    return stop();
  };
}

async function closeAll(db: pg.Pool, lite: PGlite, stopUpkeep: () => Promise<void>, unlock: () => void): Promise<void> {
  await stopUpkeep();
  await db.end();
  await lite.close();
  unlock();
}
