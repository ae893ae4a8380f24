import { messages } from '../../../messages/serverMessages';
import { eraseOutside, eraseRows, scrub } from '../../../server/features/erasure/erasureRepository';
import { isUnused, loadTables } from '../../../server/platform/db/loadTables';
import { listMigrations, migrate } from '../../../server/platform/db/migrate';
import { hasMigrations } from '../../../server/platform/db/migrationHistory';
import { transaction } from '../../../server/platform/db/transaction';
import { listErasureMarks } from '../../../server/platform/files/erasureMarks';
import type { FileStore } from '../../../server/platform/files/fileStore';
import { createFiles, createLocalFileStore } from '../../../server/platform/files/files';
import { CommandError, type Portal } from '../command';
import {
  assertComplete,
  type CopiedFile,
  FILE_LIST,
  filesFolder,
  findBackup,
  type Manifest,
  partPath,
  readErasures,
  readPart,
  tablePart,
} from './backupFolder';
import { hashOf, readIfThere } from './copyFiles';
import { isRestored, markRestored, pauseQueues } from './restoreRepository';

export interface RestoreResult {
  backup: string;
  manifest: Manifest;
  /** Number of jobs and webhook deliveries that this run put on hold, until an operator releases them. */
  held: number;
  files: number;
  erased: number;
}

type Target = Pick<Portal, 'db' | 'config'>;

/**
 * Restores a backup to an empty database and the file store. Can be repeated if copying files failed.
 * @throws CommandError if the backup is damaged or from a newer release, or the database isn't empty
 */
export async function restore(target: Target, folder: string, name?: string): Promise<RestoreResult> {
  const { backup, manifest } = await findBackup(folder, name);
  await assertComplete(backup, manifest);
  const heldJobs = (await isRestored(target.db, manifest.id)) ? 0 : await restoreTables(target, backup, manifest);
  const files = createFiles(target.config);
  const count = await restoreFiles(createLocalFileStore(filesFolder(folder)), files, backup);
  const erased = await eraseAgain(target, files, [...(await readErasures(folder)), ...(await listErasureMarks(files))]);
  return { backup, manifest, held: heldJobs, files: count, erased };
}

async function restoreTables({ db }: Target, backup: string, manifest: Manifest): Promise<number> {
  await assertFits(db, manifest);
  await migrate(db, undefined, manifest.dump.migrations);
  const heldJobs = await transaction(db, async (client) => {
    const counts = await loadTables(client, manifest.dump, (table) => readPart(partPath(backup, tablePart(table))));
    for (const [table, count] of Object.entries(manifest.rows))
      if (counts[table] !== count) throw new Error(`${table} has ${counts[table]} rows, not ${count}`);
    return pauseQueues(client, messages('operator').restore.held);
  });
  await migrate(db);
  await transaction(db, (client) => markRestored(client, manifest.id));
  return heldJobs;
}

async function assertFits(db: Portal['db'], { dump, release }: Manifest): Promise<void> {
  const known = await listMigrations();
  const unknown = dump.migrations.filter((name) => !known.includes(name));
  if (unknown.length)
    throw new CommandError(`This backup was made by a newer release, ${release}. Restore it with that release.`);
  if (!(await hasMigrations(db))) return;
  const state = (await isUnused(db)) ? 'a server was started with it' : 'it has data';
  throw new CommandError(
    `The database isn't empty: ${state}. Create a new one, and set DATABASE_URL (or DATA_DIR for the embedded one) to it. Don't start the portal before the restore.`,
  );
}

async function restoreFiles(from: FileStore, to: FileStore, backup: string): Promise<number> {
  let count = 0;
  for await (const line of readPart(partPath(backup, FILE_LIST))) {
    const { name, sha256 }: CopiedFile = JSON.parse(line);
    await restoreFile(from, to, name, sha256);
    count += 1;
  }
  return count;
}

async function restoreFile(from: FileStore, to: FileStore, name: string, sha256: string): Promise<void> {
  const existing = await readIfThere(to, name);
  if (existing && hashOf(existing) === sha256) return;
  const bytes = await readIfThere(from, name);
  if (!bytes || hashOf(bytes) !== sha256)
    throw new CommandError(`The backup's file ${name} is missing or damaged. Use another copy of this backup.`);
  await to.write(name, bytes);
}

async function eraseAgain({ db, config }: Target, files: FileStore, trns: readonly string[]): Promise<number> {
  let count = 0;
  for (const trn of new Set(trns)) {
    const erased = await transaction(db, (client) => eraseRows(client, trn));
    if (!erased) continue;
    await eraseOutside({ db, files, config }, erased);
    count += 1;
  }
  if (count > 0) await scrub({ db, files, config }, true);
  return count;
}
