import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { isRecord } from '../../../model/answers/paths';
import type { Dump } from '../../../server/platform/db/dumpTables';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../../server/platform/db/lockFolder';
import { syncPath } from '../../../server/platform/db/syncedFS';
import { CommandError } from '../command';

/** Describes a backup. Written last, so a backup without a manifest is incomplete. */
export interface Manifest {
  format: 1;
  id: string;
  release: string;
  startedAt: string;
  finishedAt: string;
  dump: Dump;
  rows: Record<string, number>;
  sha256: Record<string, string>;
  files: { count: number; bytes: number };
  /** Files that the tables name, but that weren't in the file store. */
  missing: string[];
}

export interface CopiedFile {
  name: string;
  sha256: string;
  /** Undefined in lists from earlier releases. */
  bytes?: number;
}

export const FILE_LIST = 'files';

export const tablePart = (table: string): string => `tables/${table}`;

const MANIFEST = 'manifest.json';
const ERASED = 'erased.txt';

/** Returns a name that sorts by time: `2026-11-25T21-50-00-123Z` */
export const nameBackup = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, '-');

/** All backups share this folder, because files don't change. */
export const filesFolder = (folder: string): string => path.join(folder, 'files');

export const partPath = (backup: string, part: string): string => path.join(backup, `${part}.jsonl.gz`);

/** Writes lines to a compressed file. Returns its SHA-256 and the number of lines. */
export async function writePart(
  file: string,
  lines: AsyncIterable<string>,
): Promise<{ sha256: string; count: number }> {
  await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  const hash = createHash('sha256');
  let count = 0;
  async function* ended(): AsyncGenerator<string> {
    for await (const line of lines) {
      count += 1;
      yield `${line}\n`;
    }
  }
  const zipped = Readable.from(ended()).compose(createGzip({ level: 4 }));
  zipped.on('data', (chunk: Buffer) => hash.update(chunk));
  await pipeline(zipped, createWriteStream(file, { mode: PRIVATE_FILE, flush: true }));
  return { sha256: hash.digest('hex'), count };
}

export async function* readPart(file: string): AsyncGenerator<string> {
  const unzipped = createReadStream(file).compose(createGunzip());
  yield* createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY });
}

/**
 * Checks a backup's parts.
 * @throws CommandError if a part is missing or has changed since the backup
 */
export async function assertComplete(backup: string, { sha256 }: Manifest): Promise<void> {
  for (const [part, expected] of Object.entries(sha256)) {
    const file = partPath(backup, part);
    if (!existsSync(file) || (await hashFile(file)) !== expected)
      throw new CommandError(`${file} is missing or damaged. Use another copy of this backup.`);
  }
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

export async function writeManifest(backup: string, manifest: Manifest): Promise<void> {
  await writeDurably(path.join(backup, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const folder of [backup, path.dirname(backup)]) syncPath(folder);
}

/** Finds a backup by name, or the newest one. Throws a CommandError if there's none, or if a newer release made it. */
export async function findBackup(folder: string, name?: string): Promise<{ backup: string; manifest: Manifest }> {
  const names = await listBackups(folder);
  const wanted = name ?? names.at(-1);
  if (!wanted || !names.includes(wanted)) {
    const available = names.length > 0 ? ` Available backups: ${names.join(', ')}.` : '';
    throw new CommandError(`${folder} has no ${name ? `backup '${name}'` : 'complete backup'}.${available}`);
  }
  const backup = path.join(folder, wanted);
  const manifest: unknown = JSON.parse(await readFile(path.join(backup, MANIFEST), 'utf8'));
  if (!isRecord(manifest) || manifest.format !== 1)
    throw new CommandError(`${backup} was made by a newer release. Restore it with that release.`);
  return { backup, manifest: manifest as unknown as Manifest };
}

export async function listUnfinished(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const unfinished = names.filter((name) => /^\d{4}-.*Z$/.test(name) && !existsSync(path.join(folder, name, MANIFEST)));
  return unfinished.map((name) => path.join(folder, name));
}

/** Lists complete backups, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => existsSync(path.join(folder, name, MANIFEST))).sort();
}

/** Adds applications to the folder's list of erased ones. Restoring any backup in the folder erases them again. */
export async function addErasures(folder: string, trns: readonly string[]): Promise<void> {
  const all = new Set([...(await readErasures(folder)), ...trns]);
  await writeDurably(path.join(folder, ERASED), [...all].map((trn) => `${trn}\n`).join(''));
}

export async function readErasures(folder: string): Promise<string[]> {
  const text = await readFile(path.join(folder, ERASED), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean);
}

/** Replaces a file once the new content is on disk. */
async function writeDurably(file: string, content: string): Promise<void> {
  await writeFile(`${file}.new`, content, { mode: PRIVATE_FILE, flush: true });
  await rename(`${file}.new`, file);
}
