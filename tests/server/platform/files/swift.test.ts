import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileStore } from '../../../../src/server/platform/files/fileStore';
import { createS3FileStore } from '../../../../src/server/platform/files/s3FileStore';
import { FileMissing, StorageUnavailable } from '../../../../src/server/platform/http/storageErrors';
import { expectRecords, get } from '../../../support/fillSteps';
import { upload } from '../../../support/multipart';
import { openServer } from '../../../support/openServer';
import { sampleStrip } from '../../../support/sampleFiles';
import { registerApplicant } from '../../../support/serverApplicants';
import { type Swift, startSwift } from '../../../support/swift/startSwift';

let swift: Swift;
let store: FileStore;

beforeAll(async () => {
  swift = await startSwift();
  store = createS3FileStore(swift.settings);
  const { endpoint, region, bucket, ...credentials } = swift.settings;
  await new S3Client({ endpoint, region, credentials, forcePathStyle: true }).send(
    new CreateBucketCommand({ Bucket: bucket }),
  );
}, 600_000);

afterAll(() => swift.close());

const listNames = async (of: FileStore) => {
  const names: string[] = [];
  for await (const { name } of of.list()) names.push(name);
  return names.sort();
};

describe('the S3 file store on OpenStack Swift', () => {
  it('returns what was written, lists it with its time, and can delete it twice', async () => {
    const content = Buffer.from([0, 255, 10, 13, 37]);
    const before = Date.now();
    await store.write('applications/7/a.pdf', content);
    await store.write('applications/8/with space & sign.pdf', Buffer.alloc(10_000_000, 7));
    expect(await store.read('applications/7/a.pdf')).toEqual(content);
    expect((await store.read('applications/8/with space & sign.pdf')).length).toBe(10_000_000);
    for await (const { writtenAt } of store.list()) expect(writtenAt.getTime()).toBeGreaterThan(before - 60_000);
    await store.write('applications/7/a.pdf', Buffer.from('another'));
    expect((await store.read('applications/7/a.pdf')).toString()).toBe('another');
    for (const name of [...(await listNames(store)), 'applications/7/a.pdf']) await store.remove(name);
    await expect(store.read('applications/7/a.pdf')).rejects.toThrow(FileMissing);
    expect(await listNames(store)).toEqual([]);
  });

  it('lists more files than fit on a page of 1,000', async () => {
    const names = Array.from({ length: 1010 }, (_, n) => `applications/9/${String(n).padStart(4, '0')}`);
    for (let at = 0; at < names.length; at += 10)
      await Promise.all(names.slice(at, at + 10).map((name) => store.write(name, Buffer.from('x'))));
    expect(await listNames(store)).toEqual(names);
  });

  it.each([
    ['a wrong key', { secretAccessKey: 'wrong' }],
    ['a missing bucket', { bucket: 'missing' }],
  ])('is unavailable with %s', async (_, changes) => {
    const other = createS3FileStore({ ...swift.settings, ...changes });
    await expect(other.read('a')).rejects.toThrow(StorageUnavailable);
    await expect(other.write('a', Buffer.from('x'))).rejects.toThrow(StorageUnavailable);
  });
});

describe('an upload on OpenStack Swift', async () => {
  const server = await openServer(undefined, {
    fileStore: {
      write: (name, content) => store.write(name, content),
      read: (name) => store.read(name),
      remove: (name) => store.remove(name),
      list: () => store.list(),
    },
  });

  it('is stored encrypted', async () => {
    const applicant = await registerApplicant(server);
    const { id, blob_path } = expectRecords(
      await upload(server, applicant, 2, { name: 'scan.jpg', content: await sampleStrip() }),
    );
    const stored = await store.read(String(blob_path));
    expect(stored.subarray(0, 3)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(await listNames(store)).toContain(blob_path);
    expect(id).toBeGreaterThan(0);
    const { trn } = applicant;
    expect((await get(server, applicant, `/api/users/sectionstatus/${trn}`)).statusCode).toBe(200);
  });
});
