import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import S3rver from 's3rver';

const BUCKET = 'portal';

export interface ObjectStore {
  /** Environment of a server that stores its files there. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

/** Starts an S3-compatible store in this process, with its objects below `folder`. */
export async function startObjectStore(folder: string): Promise<ObjectStore> {
  const directory = path.join(folder, 'objects');
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = (await store.run()) as AddressInfo;
  return {
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async close() {
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
