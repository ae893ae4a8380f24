import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { FileStore } from '../../src/server/platform/files/fileStore';
import { createS3FileStore } from '../../src/server/platform/files/s3FileStore';
import { listenLocally } from './listenLocally';

/** 'half' starts a response and never ends it. */
export type FailureMode = 'none' | 'failing' | 'hanging' | 'half' | 'forbidden';

export interface UnreliableS3 {
  failure: FailureMode;
  files: FileStore;
  names(): string[];
  close(): void;
}

/** An object store in memory that fails as requested. `files` waits `deadline` milliseconds for it. */
export async function startUnreliableS3(deadline: number): Promise<UnreliableS3> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => void answer(request, response));
  const { address, close } = await listenLocally(server);
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'us-east-1' };
  const files = createS3FileStore({ endpoint: address, bucket: 'b', ...keys }, deadline);
  const store: UnreliableS3 = { failure: 'none', files, names: () => [...objects.keys()], close };
  return store;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (store.failure === 'hanging') return;
    if (store.failure === 'half') return void response.writeHead(200, { 'content-length': 10 }).write('half');
    if (store.failure !== 'none') return void response.writeHead(store.failure === 'failing' ? 500 : 403).end();
    // The SDK adds the operation's name to the address.
    serve(request.method ?? '', request.url?.replace(/\?.*/, '') ?? '', body, response);
  }

  function serve(method: string, url: string, body: Buffer, response: ServerResponse): void {
    const found = objects.get(url);
    if (method === 'PUT') objects.set(url, body);
    if (method === 'DELETE') objects.delete(url);
    response.writeHead(method === 'GET' && !found ? 404 : 200).end(method === 'GET' ? found : undefined);
  }
}
