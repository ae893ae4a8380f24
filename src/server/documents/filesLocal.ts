import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { killPoint } from '../db/killPoints';
import { closeToOthers, ownFile, ownFolder } from '../db/privateFolder';
import type { FileStore, StoredObject } from './files';

const PART = '.part';

/** Files below one folder; a name appears only when its bytes are flushed, read back and the folder entry is synced. */
export function createLocalFileStore(folder: string): FileStore {
  const root = resolve(folder);
  closeToOthers(root);
  const place = (name: string) => {
    const path = resolve(root, name);
    if (!path.startsWith(root + sep)) throw new Error(`File name "${name}" leads out of the store`);
    return path;
  };
  return {
    async write(name, content) {
      const path = place(name);
      await mkdir(dirname(path), { recursive: true, mode: ownFolder });
      await writeSynced(path + PART, content);
      killPoint('upload.part');
      await rename(path + PART, path);
      await syncFolder(dirname(path));
    },
    read: (name) => readFile(place(name)),
    remove: (name) => rm(place(name), { force: true }),
    list: () => walk(root, root),
  };
}

async function writeSynced(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'w', ownFile);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  if (digest(await readFile(path)) !== digest(content)) throw new Error('The disk kept other bytes than were written');
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
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(nothingThere)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(root, path);
    else yield { name: relative(root, path).split(sep).join('/'), writtenAt: (await stat(path)).mtime };
  }
}

function nothingThere(cause: NodeJS.ErrnoException) {
  if (cause.code === 'ENOENT') return [];
  throw cause;
}
