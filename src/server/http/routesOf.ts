import { createHash, createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import {
  type AnswerOf,
  type BodyOf,
  type Call,
  type CallName,
  type Calls,
  type Envelope,
  envelopeOf,
  type ParamsOf,
  type QueryOf,
  Refused,
  type Resource,
} from '../../contract/call';
import { openText, sealText } from '../crypto/seal';
import type { Deps } from '../deps';
import { refuse } from './errors';
import { holdEvery, type Slot } from './idempotencyStore';

/** A request with everything that its description says of it. */
export type RequestOf<Name extends CallName, C extends Call> = FastifyRequest<{
  Params: ParamsOf<Name>;
  Querystring: QueryOf<C>;
  Body: BodyOf<C>;
}>;

/** Answers a call; `act` names this act of the applicant where the call takes effect once (idempotency.ts). */
type Handler<Name extends CallName, C extends Call> = (
  request: RequestOf<Name, C>,
  reply: FastifyReply,
  act?: string,
) => Promise<C extends { content: 'download' | 'written' } ? FastifyReply : Envelope<AnswerOf<C>>>;

/** What a route may say that is nobody's business but the server's; `sameBy` gives what two calls must have in common to be the same act. */
interface Own<R> extends Pick<RouteOptions, 'bodyLimit' | 'onRequest' | 'preHandler'> {
  sameBy?: (request: R) => unknown;
}

/**
 * The routes of a resource: `on('GET /scan/:id', handler)` serves the call as the contract describes it. Bodies and queries are judged by
 * its schemas, answers are written by them: a member that they do not name never leaves the server.
 */
export function routesOf<C extends Calls>(api: FastifyInstance, deps: Deps, { tag, calls }: Resource<C>) {
  return function on<Name extends keyof C & CallName>(
    name: Name,
    handler: Handler<Name, C[Name]>,
    { sameBy, ...own }: Own<RequestOf<Name, C[Name]>> = {},
  ): void {
    const call: Call | undefined = calls[name];
    if (!call) throw new Error(`The contract of '${tag}' has no call '${name}'`);
    const [method = '', url = ''] = name.split(' ');
    // Fastify has judged the request by the schemas that these types come from.
    const handle = handler as Parameters<typeof idempotent>[1];
    // The same of what makes two calls one act.
    const same = sameBy as Parameters<typeof idempotent>[2];
    api.route({
      ...own,
      method,
      url,
      schema: schemaOf(tag, url, call),
      config: { open: call.open },
      // A form is read and judged by its route: Fastify sees no body.
      ...(call.content === 'upload' && { validatorCompiler: () => () => true }),
      handler: call.once ? idempotent(deps, handle, same) : handle,
    });
  };
}

function schemaOf(tag: string, url: string, call: Call) {
  const params = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name);
  return {
    tags: [tag],
    summary: call.summary,
    ...(call.hide && { hide: true }),
    ...(params.length > 0 && { params: Type.Object(Object.fromEntries(params.map((name) => [name, Type.String()]))) }),
    ...(call.query && { querystring: call.query }),
    ...(call.body && { body: call.body }),
    ...(call.once && { headers: ONCE }),
    ...(call.form && { 'x-form': call.form }),
    ...(call.content === 'upload' && { consumes: ['multipart/form-data'] }),
    response: responsesOf(call),
  };
}

const ONCE = Type.Object({ 'idempotency-key': Type.Optional(Type.String({ minLength: 8, maxLength: 200 })) });

/** Sent as it is: Fastify writes by a schema only what is no text, bytes or stream. */
const FILE = { description: 'The file', content: { '*/*': { schema: Type.String({ format: 'binary' }) } } };

function responsesOf(call: Call): Record<string, object> {
  const refused = { '4xx': Refused, '5xx': Refused };
  return { 200: call.content === 'download' ? FILE : envelopeOf(call), ...refused };
}

/** `act` names this act of the applicant, the same at every try: what is written under it is found again. */
type KeyedHandler = (request: FastifyRequest, reply: FastifyReply, act?: string) => Promise<unknown>;
type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * Wraps the handler of a call that creates or charges: the same Idempotency-Key with the same body answers the first answer again
 * and does nothing twice, with another body it is a 422. A refusal is not kept, so the applicant can mend and try again. What a process
 * that died was at is taken over within seconds, and under its `act` the handler finds what was done. Without the header it just runs.
 * `sameBy` gives what two calls must have in common to be the same one; a multipart request has no parsed body.
 */
export function idempotent(
  deps: Deps,
  handler: KeyedHandler,
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

const officeOf = ({ office }: FastifyRequest): string | undefined =>
  office && `office:${office.by.kind}/${office.by.id}`;

function slotOf(
  request: FastifyRequest,
  sameBy: (request: FastifyRequest) => unknown,
  secret: Buffer,
): Slot | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key.length < 8 || key.length > 200) throw refuse('badRequest');
  const scope = request.applicant?.trn ?? officeOf(request) ?? `link:${String(request.headers.url ?? '')}`;
  // Keyed: a password or an SSN could be guessed from a plain hash of the body it stands in.
  const bodyHash = createHmac('sha256', secret)
    .update(JSON.stringify(sameBy(request) ?? null))
    .digest('base64url');
  return { scope, route: `${request.method} ${request.routeOptions.url}`, key, bodyHash };
}

/** The contract's envelope of a call that went well. */
export function answer<T>(records: T, message = ''): Envelope<T> {
  return { status: 200, success: true, message, records };
}
