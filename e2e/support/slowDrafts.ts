import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A proxy in front of the server at `origin` that delivers drafts late, and all else at once. */
export async function slowDrafts(origin: string, delay: number): Promise<{ origin: string; close(): void }> {
  const proxy = http.createServer(async (request, response) => {
    const chunks = await request.toArray();
    if (request.method === 'PUT' && request.url?.startsWith('/api/drafts/')) await wait(delay);
    const { method, headers } = request;
    const forwarded = http.request(new URL(request.url ?? '/', origin), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    forwarded.end(Buffer.concat(chunks));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
