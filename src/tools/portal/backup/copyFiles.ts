import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../../../server/platform/files/fileStore';
import { createLocalFileStore } from '../../../server/platform/files/files';
import { FileMissing } from '../../../server/platform/http/storageErrors';
import {
  type CopiedFile,
  FILE_LIST,
  filesFolder,
  listBackups,
  partPath,
  readPart,
  tablePart,
  writePart,
} from './backupFolder';
import { readCopiedFiles } from './copiedFiles';

export interface Copied {
  count: number;
  bytes: number;
  copied: number;
  missing: string[];
  sha256: string;
}

type Progress = (soFar: Pick<Copied, 'count' | 'bytes' | 'copied'>) => void;

/** Milliseconds between progress lines. */
const PROGRESS_INTERVAL = 10_000;

/** Copies new files that the tables name. Writes the list of the backup's files and their checksums. */
export async function copyFiles(
  from: FileStore,
  folder: string,
  backup: string,
  reportProgress: Progress,
): Promise<Copied> {
  const to = createLocalFileStore(filesFolder(folder));
  const earlier = readCopiedFiles(await readEarlierList(folder));
  const totals = { count: 0, bytes: 0, copied: 0, missing: [] as string[] };
  const timer = setInterval(() => reportProgress(totals), PROGRESS_INTERVAL);
  async function* lines(): AsyncGenerator<string> {
    for await (const line of readPart(partPath(backup, tablePart('stored_file')))) {
      const { name }: { name: string } = JSON.parse(line);
      const known = await findCopied(folder, await earlier.find(name));
      const file = known ?? (await copyFile(from, to, name));
      if (!file) totals.missing.push(name);
      else {
        totals.count += 1;
        totals.bytes += file.bytes;
        totals.copied += Number(file.isNew ?? false);
        yield JSON.stringify({ name, sha256: file.sha256, bytes: file.bytes } satisfies CopiedFile);
      }
    }
  }
  try {
    const { sha256 } = await writePart(partPath(backup, FILE_LIST), lines());
    return { ...totals, sha256 };
  } finally {
    clearInterval(timer);
  }
}

async function readEarlierList(folder: string): Promise<AsyncIterable<string>> {
  const newest = (await listBackups(folder)).at(-1);
  return newest ? readPart(partPath(path.join(folder, newest), FILE_LIST)) : noLines();
}

async function* noLines(): AsyncGenerator<string> {}

interface FileThere {
  sha256: string;
  bytes: number;
  isNew?: boolean;
}

/** A copy with the recorded length isn't read again, because files don't change. */
async function findCopied(folder: string, entry: CopiedFile | undefined): Promise<FileThere | undefined> {
  if (entry?.bytes === undefined) return undefined;
  const { sha256, bytes } = entry;
  const size = await stat(path.join(filesFolder(folder), entry.name)).then(
    (file) => file.size,
    () => undefined,
  );
  return size === bytes ? { sha256, bytes } : undefined;
}

/** Returns undefined if neither store has the file. */
async function copyFile(from: FileStore, to: FileStore, name: string): Promise<FileThere | undefined> {
  const before = await readIfThere(to, name);
  const content = before ?? (await readIfThere(from, name));
  if (!content) return undefined;
  if (!before) await to.write(name, content);
  return { sha256: hashOf(content), bytes: content.length, isNew: !before };
}

export function readIfThere(store: FileStore, name: string): Promise<Buffer | undefined> {
  return store.read(name).catch((cause) => {
    if (cause instanceof FileMissing) return undefined;
    throw cause;
  });
}

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
