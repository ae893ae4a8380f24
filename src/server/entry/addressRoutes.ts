import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { answer } from '../http/reply';

const LONGEST = 200;

/** Address suggestions while typing; US only. Open, since registration asks for an address before there is a session. */
export function addressRoutes(api: FastifyInstance, deps: Deps): void {
  api.get<{ Querystring: { q?: string } }>(
    '/address/suggest',
    { config: { open: true }, schema: { tags: ['Address'], summary: 'US addresses that begin so' } },
    async (request) => {
      const query = String(request.query.q ?? '').trim();
      if (query.length > LONGEST) throw refuse('badRequest');
      if (query.length < 3) return answer([]);
      await deps.limits.take('suggest', { address: request.ip });
      try {
        return answer(await deps.addresses.suggest(query));
      } catch (cause) {
        request.log.warn({ cause }, 'address suggestions failed');
        throw refuse('suggestionsDown');
      }
    },
  );
}
