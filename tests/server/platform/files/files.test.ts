import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FileStore } from '../../../../src/server/platform/files/fileStore';
import { createLocalFileStore } from '../../../../src/server/platform/files/files';
import { createS3FileStore } from '../../../../src/server/platform/files/s3FileStore';
import { FileMissing, StorageUnavailable } from '../../../../src/server/platform/http/storageErrors';
import { type FailureMode, startUnreliableS3 } from '../../../support/unreliableS3';

const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-files-'));
const s3 = new S3rver({
  port: 4201,
  address: '127.0.0.1',
  silent: true,
  directory: path.join(folder, 's3'),
  configureBuckets: [{ name: 'rental', configs: [] }],
});
const s3Settings = {
  endpoint: '',
  bucket: 'rental',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  region: 'us-east-1',
};
let s3Store: FileStore;

beforeAll(async () => {
  const { port } = (await s3.run()) as AddressInfo;
  s3Settings.endpoint = `http://127.0.0.1:${port}`;
  s3Store = createS3FileStore(s3Settings);
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
  it('returns and lists what was written, and deletes it twice without an error', async () => {
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
    await expect(store.read('applications/7/a.pdf')).rejects.toThrow(FileMissing);
    expect(await namesIn(store)).toEqual([]);
  });
});

describe('the local file store', () => {
  it("deletes a file's leftover temporary parts with it", async () => {
    const place = path.join(folder, 'half');
    const store = createLocalFileStore(place);
    await store.write('a.pdf', Buffer.from('x'));
    writeFileSync(path.join(place, 'b.pdf.part'), 'half');
    await store.remove('b.pdf');
    expect(await namesIn(store)).toEqual(['a.pdf']);
  });

  it('deletes leftover parts of installation.json with a write an hour later', async () => {
    const place = path.join(folder, 'marker');
    const store = createLocalFileStore(place);
    await store.write('installation.json', Buffer.from('{}'));
    const left = path.join(place, 'installation.json.0f.part');
    writeFileSync(left, '{');
    await store.write('installation.json', Buffer.from('{ }'));
    expect(await namesIn(store)).toContain('installation.json.0f.part');
    const long = new Date(Date.now() - 61 * 60_000);
    utimesSync(left, long, long);
    await store.write('installation.json', Buffer.from('{ }'));
    expect(await namesIn(store)).toEqual(['installation.json']);
  });

  it('writes and lists installation.json while seven other stores write the same file', async () => {
    const place = path.join(folder, 'beside');
    const stores = Array.from({ length: 8 }, () => createLocalFileStore(place));
    const rounds = stores.map(async (store) => {
      for (let round = 0; round < 10; round += 1) {
        await store.write('installation.json', Buffer.from('{}'));
        expect(await namesIn(store)).toContain('installation.json');
      }
    });
    await Promise.all(rounds);
    expect(await namesIn(createLocalFileStore(place))).toEqual(['installation.json']);
  });

  it('flushes the file before renaming it, and its folder afterward', async () => {
    const place = path.join(folder, 'flushed');
    const store = createLocalFileStore(place);
    await store.write('a/first.pdf', Buffer.from('x'));
    const handle = await open(place);
    await handle.close();
    const { sync } = handle;
    const batches: string[][] = [];
    const flushing = vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockImplementation(function (this: typeof handle) {
      batches.push(readdirSync(path.join(place, 'a')).sort());
      return sync.call(this);
    });
    await store.write('a/second.pdf', Buffer.from('y'));
    flushing.mockRestore();
    expect(batches).toEqual([
      ['first.pdf', expect.stringMatching(/^second\.pdf\..*part$/)],
      ['first.pdf', 'second.pdf'],
    ]);
  });

  it('refuses a name outside its folder', async () => {
    const store = createLocalFileStore(path.join(folder, 'safe'));
    await expect(store.write('../out.pdf', Buffer.from('x'))).rejects.toThrow('points outside');
    await expect(store.read('applications/../../out.pdf')).rejects.toThrow('points outside');
  });
});

describe('an S3 store', () => {
  it.each<[FailureMode]>([['failing'], ['hanging'], ['half'], ['forbidden']])(
    'reports an outage in time: %s',
    async (failure) => {
      const s3 = await startUnreliableS3(200);
      s3.failure = failure;
      const began = Date.now();
      await expect(s3.files.read('a')).rejects.toThrow(StorageUnavailable);
      await expect(s3.files.write('a', Buffer.from('x'))).rejects.toThrow(StorageUnavailable);
      await expect(s3.files.remove('a')).rejects.toThrow(StorageUnavailable);
      expect(Date.now() - began).toBeLessThan(4_000);
      s3.close();
    },
  );

  it('reports an outage, not a missing file, if its bucket is missing', async () => {
    const files = createS3FileStore({ ...s3Settings, bucket: 'nowhere' });
    await expect(files.read('a')).rejects.toThrow(StorageUnavailable);
  });
});
