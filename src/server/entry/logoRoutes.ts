import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';

/** The subscribers' logos. */
export function logoRoutes(api: FastifyInstance, deps: Deps): void {
  const store = deps.stores.subscribers;
  api.get<{ Params: { file: string } }>(
    '/logos/:file',
    { config: { open: true }, schema: { hide: true } },
    async ({ params }, reply) => {
      const logo = params.file.endsWith('.svg') && (await store.findLogo(params.file.slice(0, -'.svg'.length)));
      if (!logo) throw refuse('notFound');
      return reply.header('cache-control', 'public, max-age=3600').type('image/svg+xml').send(logo);
    },
  );
}
