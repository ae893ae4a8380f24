import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createLocalFileStore,
  createS3FileStore,
  type FileStore,
  sweepFiles,
} from '../../../src/server/documents/files';

const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-files-'));
const s3 = new S3rver({
  port: 4201,
  address: '127.0.0.1',
  silent: true,
  directory: path.join(folder, 's3'),
  configureBuckets: [{ name: 'rental', configs: [] }],
});
let s3Store: FileStore;

beforeAll(async () => {
  const { port } = (await s3.run()) as AddressInfo;
  s3Store = createS3FileStore({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'rental',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    region: 'us-east-1',
  });
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

async function namesIn(store: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list()) names.push(name);
  return names.sort();
}

describe.each([
  { kind: 'local', make: () => createLocalFileStore(path.join(folder, 'local')) },
  { kind: 'S3', make: () => s3Store },
])('the $kind file store', ({ make }) => {
  it('gives back what was written, lists it, and removes it twice without complaint', async () => {
    const store = make();
    const content = Buffer.from([0, 255, 10, 13, 37]);
    await store.write('applications/7/a.pdf', content);
    await store.write('applications/8/b.pdf', Buffer.alloc(2_000_000, 7));
    expect(await store.read('applications/7/a.pdf')).toEqual(content);
    expect((await store.read('applications/8/b.pdf')).length).toBe(2_000_000);
    expect(await namesIn(store)).toEqual(['applications/7/a.pdf', 'applications/8/b.pdf']);
    await store.remove('applications/7/a.pdf');
    await store.remove('applications/7/a.pdf');
    await store.remove('applications/8/b.pdf');
    await expect(store.read('applications/7/a.pdf')).rejects.toThrow();
    expect(await namesIn(store)).toEqual([]);
  });
});

describe('the local file store', () => {
  it('refuses a name that leads out of its folder', async () => {
    const store = createLocalFileStore(path.join(folder, 'safe'));
    await expect(store.write('../out.pdf', Buffer.from('x'))).rejects.toThrow('leads out');
    expect(() => store.read('applications/../../out.pdf')).toThrow('leads out');
  });
});

describe('sweepFiles', () => {
  it('removes old leftovers and keeps what is known or young', async () => {
    const place = path.join(folder, 'sweep');
    const store = createLocalFileStore(place);
    for (const name of ['known.pdf', 'orphan.pdf', 'young.pdf']) await store.write(name, Buffer.from('x'));
    writeFileSync(path.join(place, 'half.pdf.part'), 'x');
    const old = new Date(Date.now() - 2 * 3_600_000);
    for (const name of ['known.pdf', 'orphan.pdf', 'half.pdf.part']) utimesSync(path.join(place, name), old, old);
    expect(await sweepFiles(store, async () => new Set(['known.pdf']), new Date())).toBe(2);
    expect(await namesIn(store)).toEqual(['known.pdf', 'young.pdf']);
  });
});
