import { createHash, randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path, { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Config } from '../config';
import { PRIVATE_FILE, PRIVATE_FOLDER, restrictToUser } from '../db/lockFolder';
import { FileMissing, StorageUnavailable } from '../http/storageErrors';
import type { FileStore, StoredObject } from './fileStore';
import { createS3FileStore } from './s3FileStore';

/** Other files are the portal's own: the owner's marker, erasure marks and release files. */
export const isDocument = (name: string): boolean => name.startsWith('applications/');

export function createFiles(config: Config): FileStore {
  return config.s3 ? createS3FileStore(config.s3) : createLocalFileStore(path.join(config.dataDir, 'files'));
}

const PART = '.part';
const HOUR_MS = 3_600_000;

/** A file appears only after its bytes have been synced and verified. */
export function createLocalFileStore(folder: string): FileStore {
  const root = resolve(folder);
  restrictToUser(root);
  const place = (name: string) => {
    const path = resolve(root, name);
    if (!path.startsWith(root + sep)) throw new Error(`File name "${name}" points outside the store`);
    return path;
  };
  return {
    async write(name, content) {
      const path = place(name);
      await writeAtomically(path, content).catch(throwStorageError);
      if (!isDocument(name)) await removeParts(path, HOUR_MS).catch(throwStorageError);
    },
    read: async (name) =>
      readFile(place(name)).catch((cause) => {
        if (cause.code === 'ENOENT') throw new FileMissing(name);
        return throwStorageError(cause);
      }),
    remove: async (name) => removeWhole(place(name)).catch(throwStorageError),
    list: () => walk(root, root),
  };
}

/** Throws `StorageUnavailable` for system errors. Rethrows full-disk errors, which become `storageFull` instead. */
function throwStorageError(cause: NodeJS.ErrnoException): never {
  if (!cause.code || /^(ENOSPC|EDQUOT|EFBIG)$/.test(cause.code)) throw cause;
  throw new StorageUnavailable(`The file store failed: ${cause.code}`, { cause });
}

async function writeAtomically(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  const beside = `${path}.${randomUUID()}${PART}`;
  await writeSynced(beside, content);
  await rename(beside, path);
  await syncFolder(dirname(path));
}

async function removeWhole(path: string): Promise<void> {
  await rm(path, { force: true });
  await removeParts(path);
}

/** Removes the parts of interrupted writes. Parts newer than `minAgeMs` may still be in use. */
async function removeParts(path: string, minAgeMs = 0): Promise<void> {
  const beside = await readdir(dirname(path)).catch(emptyIfMissing);
  const parts = beside.filter((name) => name.startsWith(`${basename(path)}.`) && name.endsWith(PART));
  for (const part of parts.map((name) => join(dirname(path), name)))
    if (minAgeMs === 0 || (await getAge(part)) > minAgeMs) await rm(part, { force: true });
}

async function getAge(path: string): Promise<number> {
  const found = await statIfThere(path);
  return found ? Date.now() - found.mtimeMs : 0;
}

async function writeSynced(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'w', PRIVATE_FILE);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  if (digest(await readFile(path)) !== digest(content))
    throw new Error('The disk stored bytes that differ from those written');
}

const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex');

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function* walk(root: string, folder: string): AsyncGenerator<StoredObject> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(emptyIfMissing)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      yield* walk(root, path);
      continue;
    }
    // Another process may have removed or renamed the file.
    const found = await statIfThere(path);
    if (found) yield { name: relative(root, path).split(sep).join('/'), writtenAt: found.mtime };
  }
}

function statIfThere(path: string): Promise<Stats | undefined> {
  return stat(path).catch((cause) => {
    if (cause.code === 'ENOENT') return undefined;
    throw cause;
  });
}

function emptyIfMissing(cause: NodeJS.ErrnoException): [] {
  if (cause.code === 'ENOENT') return [];
  throw cause;
}
