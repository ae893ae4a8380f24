import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';

/** The operator's machine-translation widget: from our own origin, since no stranger's script may run beside an SSN. */
export function translateRoutes(api: FastifyInstance, { config }: Deps): void {
  api.get('/translate-widget.js', { config: { open: true }, schema: { hide: true } }, async (_request, reply) => {
    if (!config.translateWidget) throw refuse('notFound');
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('text/javascript; charset=utf-8')
      .send(await readFile(config.translateWidget, 'utf8'));
  });
}
