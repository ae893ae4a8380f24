import { AwsClient } from 'aws4fetch';
import type { FileStore, StoredObject } from './files';

export interface S3Settings {
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
