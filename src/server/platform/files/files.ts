import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path, { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { Config } from '../config';
import { PRIVATE_FILE, PRIVATE_FOLDER, restrictToUser } from '../db/lockFolder';
import { FileMissing, StorageUnavailable } from '../http/storageErrors';

interface StoredObject {
  name: string;
  writtenAt: Date;
}

/**
 * `write` resolves when the bytes are on disk. `read` throws `FileMissing`.
 * All throw `StorageUnavailable` if the store fails.
 */
export interface FileStore {
  write(name: string, content: Buffer): Promise<void>;
  read(name: string): Promise<Buffer>;
  remove(name: string): Promise<void>;
  list(): AsyncIterable<StoredObject>;
}

/** Other names are the portal's own: who owns the store, and what was erased. */
export const isDocument = (name: string): boolean => name.startsWith('applications/');

export function createFiles(config: Config): FileStore {
  return config.s3 ? createS3FileStore(config.s3) : createLocalFileStore(path.join(config.dataDir, 'files'));
}

const PART = '.part';

/** A file appears only when its bytes are synced and verified. */
export function createLocalFileStore(folder: string): FileStore {
  const root = resolve(folder);
  restrictToUser(root);
  const place = (name: string) => {
    const path = resolve(root, name);
    if (!path.startsWith(root + sep)) throw new Error(`File name "${name}" leads out of the store`);
    return path;
  };
  return {
    write: async (name, content) => writeWhole(place(name), content).catch(throwStorageError),
    read: async (name) =>
      readFile(place(name)).catch((cause) => {
        if (cause.code === 'ENOENT') throw new FileMissing(name);
        return throwStorageError(cause);
      }),
    remove: async (name) => removeWhole(place(name)).catch(throwStorageError),
    list: () => walk(root, root),
  };
}

/** A full disk has its own refusal. */
function throwStorageError(cause: NodeJS.ErrnoException): never {
  if (!cause.code || /^(ENOSPC|EDQUOT|EFBIG)$/.test(cause.code)) throw cause;
  throw new StorageUnavailable(`The file store failed: ${cause.code}`, { cause });
}

async function writeWhole(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  const beside = `${path}.${randomUUID()}${PART}`;
  await writeSynced(beside, content);
  await rename(beside, path);
  await syncFolder(dirname(path));
}

/** With its partial files. */
async function removeWhole(path: string): Promise<void> {
  const beside = await readdir(dirname(path)).catch(emptyIfMissing);
  const parts = beside.filter((name) => name.startsWith(`${basename(path)}.`) && name.endsWith(PART));
  for (const each of [path, ...parts.map((name) => join(dirname(path), name))]) await rm(each, { force: true });
}

async function writeSynced(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'w', PRIVATE_FILE);
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
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(emptyIfMissing)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(root, path);
    else yield { name: relative(root, path).split(sep).join('/'), writtenAt: (await stat(path)).mtime };
  }
}

function emptyIfMissing(cause: NodeJS.ErrnoException): [] {
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

/** Milliseconds. */
export const storageDeadline = 5_000;
const listDeadline = 20_000;
const RETRIES = 3;

/** S3-compatible bucket, addressed by path (`{endpoint}/{bucket}/{name}`). */
export function createS3FileStore(settings: S3Settings, deadline = storageDeadline): FileStore {
  const { accessKeyId, secretAccessKey, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const bucket = `${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}`;
  // A request with several files waits only once.
  let pausedUntil = 0;
  const call = async (method: string, path: string, { body, within = deadline }: RequestOptions = {}) => {
    if (Date.now() < pausedUntil) throw new StorageUnavailable("The object store didn't answer a moment ago");
    const signal = AbortSignal.timeout(within);
    const init = { method, signal, ...(body && { body: new Uint8Array(body), headers: lengthOf(body) }) };
    try {
      const answer = await client.fetch(bucket + path, init);
      // Within the time limit.
      return { status: answer.status, content: Buffer.from(await answer.arrayBuffer()) };
    } catch (cause) {
      if (signal.aborted) pausedUntil = Date.now() + deadline / 2;
      throw new StorageUnavailable(`The object store didn't answer ${method}`, { cause });
    }
  };
  const callOrThrow = async (method: string, path: string, sent?: RequestOptions) => {
    const { status, content } = await call(method, path, sent);
    if (status === 404 && !/<Code>NoSuchBucket</.test(content.toString())) throw new FileMissing(path);
    if (status >= 300) throw new StorageUnavailable(`The object store answered ${status} to ${method}`);
    return content;
  };
  return {
    write: async (name, content) => void (await callOrThrow('PUT', `/${name}`, { body: content })),
    read: (name) => callOrThrow('GET', `/${name}`),
    remove: async (name) => void (await callOrThrow('DELETE', `/${name}`).catch(unlessMissing)),
    list: () => listAll(async (query) => (await callOrThrow('GET', query, { within: listDeadline })).toString()),
  };
}

interface RequestOptions {
  body?: Buffer;
  within?: number;
}

const lengthOf = ({ length }: Buffer) => ({ 'content-length': `${length}` });

function unlessMissing(cause: unknown): void {
  if (!(cause instanceof FileMissing)) throw cause;
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
