import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { version as release } from '../../../../package.json';
import { messages } from '../../../messages/serverMessages';
import { fillText } from '../../../model/messages/fillText';
import { type Dump, dumpTables } from '../../../server/platform/db/dumpTables';
import { listErasureMarks } from '../../../server/platform/files/erasureMarks';
import { createFiles } from '../../../server/platform/files/files';
import type { Portal } from '../command';
import {
  addErasures,
  FILE_LIST,
  listUnfinished,
  type Manifest,
  nameBackup,
  partPath,
  tablePart,
  writeManifest,
  writePart,
} from './backupFolder';
import { copyFiles } from './copyFiles';
import { listErased } from './restoreRepository';

export type BackupResult = Pick<Manifest, 'files' | 'missing' | 'rows'> & { backup: string; copied: number };

/** Backs up the tables as of one moment, and their files. Skips files that an earlier run copied. */
export async function backUp(
  { db, config, progress = () => {} }: Pick<Portal, 'db' | 'config' | 'progress'>,
  folder: string,
): Promise<BackupResult> {
  for (const unfinished of await listUnfinished(folder)) await rm(unfinished, { recursive: true });
  const startedAt = new Date();
  const backup = path.join(folder, nameBackup(startedAt));
  const { dump, rows, sha256 } = await writeTables(db, backup);
  const store = createFiles(config);
  const texts = messages('operator').backup;
  progress(fillText(texts.tablesDone, { rows: Object.values(rows).reduce((sum, count) => sum + count, 0) }));
  const files = await copyFiles(store, folder, backup, ({ count, bytes, copied: isNew }) =>
    progress(fillText(texts.filesSoFar, { files: count, copied: isNew, megabytes: Math.ceil(bytes / 1e6) })),
  );
  await addErasures(folder, [...(await listErased(db)), ...(await listErasureMarks(store))]);
  const { count, bytes, missing, copied } = files;
  await writeManifest(backup, {
    format: 1,
    id: randomUUID(),
    release,
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    dump,
    rows,
    sha256: { ...sha256, [FILE_LIST]: files.sha256 },
    files: { count, bytes },
    missing,
  });
  return { backup, rows, files: { count, bytes }, missing, copied };
}

interface WrittenTables {
  dump: Dump;
  rows: Record<string, number>;
  sha256: Record<string, string>;
}

async function writeTables(db: Portal['db'], backup: string): Promise<WrittenTables> {
  const rows: Record<string, number> = {};
  const sha256: Record<string, string> = {};
  const dump = await dumpTables(db, async ({ name, rows: lines }) => {
    const part = await writePart(partPath(backup, tablePart(name)), lines);
    rows[name] = part.count;
    sha256[tablePart(name)] = part.sha256;
  });
  return { dump, rows, sha256 };
}
