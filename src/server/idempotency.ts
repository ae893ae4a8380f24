import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from './deps';
import { refuse } from './errors';
import { killPoint } from './killPoints';
import { openText, sealText } from './seal';
import { createIdempotencyStore, type Slot } from './stores/idempotencyStore';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * Wraps the handler of a call that creates or charges: the same Idempotency-Key with the same body answers the first answer again
 * and does nothing twice, with another body it is a 422. A refusal is not kept, so the applicant can mend and try again.
 * Without the header the handler just runs.
 */
export function idempotent(deps: Deps, handler: Handler): Handler {
  const store = createIdempotencyStore(deps.db, deps.clock);
  return async (request, reply) => {
    const slot = slotOf(request);
    if (!slot) return handler(request, reply);
    const found = await store.claim(slot);
    if (found) return repeat(found, slot, deps.tokenKey);
    try {
      const result = await handler(request, reply);
      killPoint('save.unanswered');
      await store.keep(slot, sealText(JSON.stringify(result), deps.tokenKey));
      return result;
    } catch (error) {
      await store.release(slot);
      throw error;
    }
  };
}

function repeat(found: { body_hash: string; answer: string | null }, slot: Slot, key: Buffer): unknown {
  if (found.body_hash !== slot.bodyHash) throw refuse('keyReused');
  if (found.answer === null) throw refuse('inProgress', { retryAfter: 2 });
  return JSON.parse(openText(found.answer, key));
}

function slotOf(request: FastifyRequest): Slot | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key.length < 8 || key.length > 200) throw refuse('badRequest');
  const scope = request.applicant?.trn ?? `link:${String(request.headers.url ?? '')}`;
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('base64url');
  return { scope, route: `${request.method} ${request.routeOptions.url}`, key, bodyHash };
}
