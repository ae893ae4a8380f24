import { createHash, createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openText, sealText } from '../crypto/seal';
import type { Deps } from '../deps';
import { refuse } from './errors';
import { holdEvery, type Slot } from './idempotencyStore';

/** `act` names this act of the applicant, the same at every try: what is written under it is found again. */
type Handler = (request: FastifyRequest, reply: FastifyReply, act?: string) => Promise<unknown>;
type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * Wraps the handler of a call that creates or charges: the same Idempotency-Key with the same body answers the first answer again
 * and does nothing twice, with another body it is a 422. A refusal is not kept, so the applicant can mend and try again. What a process
 * that died was at is taken over within seconds, and under its `act` the handler finds what was done. Without the header it just runs.
 * `sameBy` gives what two calls must have in common to be the same one; a multipart request has no parsed body.
 */
export function idempotent(
  deps: Deps,
  handler: Handler,
  sameBy: (request: FastifyRequest) => unknown = ({ body }) => body,
): RouteHandler {
  const store = deps.stores.idempotency;
  return async (request, reply) => {
    const slot = slotOf(request, sameBy, deps.tokenKey);
    if (!slot) return handler(request, reply);
    const found = await store.claim(slot);
    if (found) return repeat(found, slot, deps.tokenKey);
    const letGo = holdOn(() => store.hold(slot), request);
    try {
      const result = await handler(request, reply, actOf(slot));
      await store.keep(slot, sealText(JSON.stringify(result), deps.tokenKey));
      return result;
    } catch (error) {
      await store.release(slot);
      throw error;
    } finally {
      letGo();
    }
  };
}

/** Says again and again that this process is alive and at it. */
function holdOn(hold: () => Promise<void>, { log }: FastifyRequest): () => void {
  const timer = setInterval(() => void hold().catch((error) => log.warn(error)), holdEvery);
  return () => clearInterval(timer);
}

function actOf({ scope, route, key, bodyHash }: Slot): string {
  return createHash('sha256')
    .update(JSON.stringify([scope, route, key, bodyHash]))
    .digest('base64url');
}

function repeat(found: { body_hash: string; answer: string | null }, slot: Slot, key: Buffer): unknown {
  if (found.body_hash !== slot.bodyHash) throw refuse('keyReused');
  if (found.answer === null) throw refuse('inProgress', { retryAfter: 2 });
  return JSON.parse(openText(found.answer, key));
}

function slotOf(
  request: FastifyRequest,
  sameBy: (request: FastifyRequest) => unknown,
  secret: Buffer,
): Slot | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key.length < 8 || key.length > 200) throw refuse('badRequest');
  const scope = request.applicant?.trn ?? `link:${String(request.headers.url ?? '')}`;
  // Keyed: a password or an SSN could be guessed from a plain hash of the body it stands in.
  const bodyHash = createHmac('sha256', secret)
    .update(JSON.stringify(sameBy(request) ?? null))
    .digest('base64url');
  return { scope, route: `${request.method} ${request.routeOptions.url}`, key, bodyHash };
}
