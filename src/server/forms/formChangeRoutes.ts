import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps';

/** In development alone: an open stream that tells when the schema files changed, so that the open form is drawn anew. */
export function formChangeRoutes(api: FastifyInstance, deps: Deps): void {
  if (deps.config.production) return;
  const streams = new Set<ServerResponse>();
  const stop = deps.forms.onReload(() => {
    for (const stream of streams) stream.write(`data: ${deps.forms.schemaVersion}\n\n`);
  });
  api.addHook('preClose', async () => {
    stop();
    for (const stream of streams) stream.end();
  });
  api.get('/forms/changes', { config: { open: true }, schema: { hide: true } }, (request, reply) => {
    reply.hijack();
    const stream = reply.raw;
    stream.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    // A first line, so that proxies pass the answer on at once.
    stream.write(': open\n\n');
    streams.add(stream);
    request.raw.on('close', () => streams.delete(stream));
  });
}
