import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { version as release } from '../../../../package.json';
import { type Dump, dumpTables } from '../../../server/platform/db/dumpTables';
import { listErasureMarks } from '../../../server/platform/files/erasureMarks';
import { createFiles, createLocalFileStore, type FileStore } from '../../../server/platform/files/files';
import { FileMissing } from '../../../server/platform/http/storageErrors';
import type { Portal } from '../command';
import {
  addErasures,
  type CopiedFile,
  FILE_LIST,
  filesFolder,
  listUnfinished,
  type Manifest,
  nameBackup,
  partPath,
  readPart,
  tablePart,
  writeManifest,
  writePart,
} from './backupFolder';
import { listErased } from './restoreRepository';

export type BackupResult = Pick<Manifest, 'files' | 'missing' | 'rows'> & { backup: string; copied: number };

/**
 * Adds a backup to `folder`: all tables as of one moment, and then each file that they name. A file that an earlier run has copied isn't
 * copied again, so a run that was cut off goes on where it stopped, and the next one is short.
 */
export async function backUp({ db, config }: Pick<Portal, 'db' | 'config'>, folder: string): Promise<BackupResult> {
  for (const unfinished of await listUnfinished(folder)) await rm(unfinished, { recursive: true });
  const startedAt = new Date();
  const backup = path.join(folder, nameBackup(startedAt));
  const { dump, rows, sha256 } = await writeTables(db, backup);
  const store = createFiles(config);
  const files = await copyFiles(store, createLocalFileStore(filesFolder(folder)), backup);
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

interface CopiedFiles {
  count: number;
  bytes: number;
  copied: number;
  missing: string[];
  sha256: string;
}

async function copyFiles(from: FileStore, to: FileStore, backup: string): Promise<CopiedFiles> {
  const seen = { bytes: 0, copied: 0, missing: [] as string[] };
  async function* lines(): AsyncGenerator<string> {
    for await (const line of readPart(partPath(backup, tablePart('stored_file')))) {
      const { name }: { name: string } = JSON.parse(line);
      const content = await copyFile(from, to, name);
      if (!content) seen.missing.push(name);
      else {
        seen.bytes += content.bytes.length;
        seen.copied += Number(content.isNew);
        yield JSON.stringify({ name, sha256: hashOf(content.bytes) } satisfies CopiedFile);
      }
    }
  }
  const { count, sha256 } = await writePart(partPath(backup, FILE_LIST), lines());
  return { ...seen, count, sha256 };
}

/** Undefined if neither has it. */
async function copyFile(
  from: FileStore,
  to: FileStore,
  name: string,
): Promise<{ bytes: Buffer; isNew: boolean } | undefined> {
  const before = await readIfThere(to, name);
  if (before) return { bytes: before, isNew: false };
  const bytes = await readIfThere(from, name);
  if (!bytes) return undefined;
  await to.write(name, bytes);
  return { bytes, isNew: true };
}

export function readIfThere(store: FileStore, name: string): Promise<Buffer | undefined> {
  return store.read(name).catch((cause) => {
    if (cause instanceof FileMissing) return undefined;
    throw cause;
  });
}

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
