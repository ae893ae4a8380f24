import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '../../model/format/dates';
import { hashText } from '../forms/compiledSections';
import { findRoot } from '../platform/config';
import type { FileStore } from '../platform/files/fileStore';
import { refuse } from '../platform/http/errors';
import { FileMissing } from '../platform/http/storageErrors';

/** Pages opened before an update need the files of earlier releases (docs/decisions/090). */
const FOLDER = 'release/';
const LIST = `${FOLDER}list.json`;
/** Days to keep files after their release last ran. */
const KEPT_DAYS = 30;

interface Release {
  /** ISO time. */
  seenAt: string;
  files: string[];
}

export const builtAssets = path.join(findRoot(), 'dist/app/assets');

/** Stores this release's files and deletes the files of old releases. Returns how many files were stored. */
export async function publishReleaseFiles(store: FileStore, now: Date, folder = builtAssets): Promise<number> {
  const files = await readNames(folder);
  if (files.length === 0) return 0;
  const releases = await readReleases(store);
  const id = hashText(files.join());
  const isNew = !releases[id];
  if (isNew) for (const name of files) await store.write(FOLDER + name, await readFile(path.join(folder, name)));
  const isKept = ({ seenAt }: Release) => now.getTime() - Date.parse(seenAt) < KEPT_DAYS * DAY_MS;
  const kept = {
    ...Object.fromEntries(Object.entries(releases).filter(([, one]) => isKept(one))),
    [id]: { seenAt: now.toISOString(), files },
  };
  await store.write(LIST, Buffer.from(JSON.stringify(kept)));
  await removeUnused(store, Object.values(releases), Object.values(kept));
  return isNew ? files.length : 0;
}

async function readNames(folder: string): Promise<string[]> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  return names.filter((name) => TYPES[path.extname(name)]).sort();
}

async function readReleases(store: FileStore): Promise<Record<string, Release>> {
  const content = await store.read(LIST).catch((cause) => {
    if (cause instanceof FileMissing) return undefined;
    throw cause;
  });
  return content ? JSON.parse(content.toString()) : {};
}

async function removeUnused(store: FileStore, before: Release[], now: Release[]): Promise<void> {
  const used = new Set(now.flatMap(({ files }) => files));
  for (const name of new Set(before.flatMap(({ files }) => files)))
    if (!used.has(name)) await store.remove(FOLDER + name);
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

const HASHED = /^[\w.-]+-[\w-]{8}\.\w+$/;

/** Serves files of other releases. This release's own files have routes that match first. */
export function serveReleaseFiles(app: FastifyInstance, store: Pick<FileStore, 'read'>): void {
  app.get<{ Params: { name: string } }>(
    '/assets/:name',
    { schema: { hide: true }, config: { open: true } },
    async ({ params: { name } }, reply) => {
      const type = TYPES[path.extname(name)];
      if (!type || !HASHED.test(name)) throw refuse('notFound');
      const content = await store.read(FOLDER + name).catch((cause) => {
        throw cause instanceof FileMissing ? refuse('notFound') : cause;
      });
      return reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(content);
    },
  );
}
