import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { findRoot } from '../../../src/server/platform/config';
import { openDatabase } from '../../../src/server/platform/db/database';
import { migrate } from '../../../src/server/platform/db/migrate';
import { makeFolder } from './memoryFolder';

export const migrations = path.join(findRoot(), 'src/server/platform/db/migrations');

/** Copies an initialized, empty cluster to `dataDir`. */
export async function copyTemplate(dataDir: string): Promise<void> {
  cpSync(await findTemplate('empty', async () => {}), path.join(dataDir, 'pg'), { recursive: true });
}

/** Copies a cluster with all tables to `dataDir`, for tests that aren't about a first start. */
export async function copyMigrated(dataDir: string): Promise<void> {
  const template = await findTemplate(`migrated-${migrationsHash()}`, (db) => migrate(db, migrations));
  cpSync(template, path.join(dataDir, 'pg'), { recursive: true });
}

/** Returns the folder of a prepared cluster. Preparing it takes seconds, so it's done once for each `name`. */
async function findTemplate(name: string, prepare: (db: pg.Pool) => Promise<unknown>): Promise<string> {
  const template = path.join(findRoot(), `node_modules/.cache/test-database-${name}`);
  if (!existsSync(template)) {
    const folder = makeFolder();
    const { db, close } = await openDatabase(undefined, folder);
    await prepare(db);
    await close();
    mkdirSync(path.dirname(template), { recursive: true });
    const beside = `${template}.${process.pid}`;
    cpSync(path.join(folder, 'pg'), beside, { recursive: true });
    moveOnce(beside, template);
    rmSync(folder, { recursive: true, force: true });
  }
  return template;
}

/** Returns a name for the current migrations. A changed migration gets another template. */
export function migrationsHash(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(migrations).sort())
    hash.update(name).update(readFileSync(path.join(migrations, name)));
  return hash.digest('hex').slice(0, 12);
}

/** If another test process was faster, its template is used. */
function moveOnce(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
    rmSync(from, { recursive: true, force: true });
  }
}
