import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path, { dirname, join, relative, resolve, sep } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { Config } from '../config';
import { closeToOthers, ownFile, ownFolder } from '../db/lockFolder';

/** A stored object and when it was last written. */
interface StoredObject {
  name: string;
  writtenAt: Date;
}

/**
 * Where file contents lie. Names are ours (`applications/7/3f….pdf`), contents arrive sealed.
 * `write` returns only when the bytes are safe; `read` rejects when there is no such object.
 */
export interface FileStore {
  write(name: string, content: Buffer): Promise<void>;
  read(name: string): Promise<Buffer>;
  remove(name: string): Promise<void>;
  list(): AsyncIterable<StoredObject>;
}

/** The object store when its settings are given, else files under DATA_DIR. */
export function createFiles(config: Config): FileStore {
  return config.s3 ? createS3FileStore(config.s3) : createLocalFileStore(path.join(config.dataDir, 'files'));
}

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

interface S3Settings {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** Files in an S3-compatible bucket, addressed by path (`{endpoint}/{bucket}/{name}`). */
export function createS3FileStore(settings: S3Settings): FileStore {
  const { accessKeyId, secretAccessKey, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const bucket = `${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}`;
  const call = async (method: string, path: string, body?: Buffer) => {
    const init = {
      method,
      ...(body && { body: new Uint8Array(body), headers: { 'content-length': `${body.length}` } }),
    };
    const answer = await client.fetch(bucket + path, init);
    if (!answer.ok && !(method === 'DELETE' && answer.status === 404))
      throw new Error(`The object store answered ${answer.status} to ${method}`);
    return answer;
  };
  return {
    write: async (name, content) => void (await call('PUT', `/${name}`, content)),
    read: async (name) => Buffer.from(await (await call('GET', `/${name}`)).arrayBuffer()),
    remove: async (name) => void (await call('DELETE', `/${name}`)),
    list: () => listAll(async (query) => (await call('GET', query)).text()),
  };
}

async function* listAll(page: (query: string) => Promise<string>): AsyncGenerator<StoredObject> {
  for (let after = ''; ; ) {
    const xml = await page(`?list-type=2${after && `&continuation-token=${encodeURIComponent(after)}`}`);
    for (const [, item = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs))
      yield { name: tag(item, 'Key'), writtenAt: new Date(tag(item, 'LastModified')) };
    after = tag(xml, 'NextContinuationToken');
    if (!after) return;
  }
}

const tag = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';

const AGE_MS = 3_600_000;

/**
 * Removes what a killed process left behind: half-written `.part` files and objects that no row names,
 * when older than an hour (younger ones may belong to an upload under way). Returns how many went.
 */
export async function sweepFiles(store: FileStore, isKnown: (names: string[]) => Promise<Set<string>>, now: Date) {
  const old: string[] = [];
  for await (const object of store.list())
    if (now.getTime() - object.writtenAt.getTime() > AGE_MS) old.push(object.name);
  const known = await isKnown(old);
  const leftovers = old.filter((name) => !known.has(name));
  for (const name of leftovers) await store.remove(name);
  return leftovers.length;
}
