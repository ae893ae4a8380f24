import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Waits {
  /** Resolves when a request may go on to the server. */
  request?(request: IncomingMessage): Promise<unknown> | undefined;
  /** Resolves when the server's answer may go on to the page. */
  answer?(request: IncomingMessage): Promise<unknown> | undefined;
}

/** A proxy in front of the server at `origin` that holds up what `waits` says. */
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
