import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Waits {
  /** Resolves when a request may be passed to the server. */
  request?(request: IncomingMessage): Promise<unknown> | undefined;
  /** Resolves when the response may be passed to the page. */
  answer?(request: IncomingMessage): Promise<unknown> | undefined;
}

/** Starts a proxy for the server at `origin` that delays what `waits` selects. */
export async function startProxy(origin: string, waits: Waits): Promise<{ origin: string; close(): void }> {
  const proxy = http.createServer(async (request, response) => {
    const chunks = await request.toArray();
    await waits.request?.(request);
    const { method, headers } = request;
    const forwarded = http.request(new URL(request.url ?? '/', origin), { method, headers }, async (answer) => {
      await waits.answer?.(request);
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
