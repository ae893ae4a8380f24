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
  envelopeSchema,
  IdempotencyKey,
  type ParamsOf,
  type QueryOf,
  Refused,
  type Resource,
} from '../../../contract/call';
import { openText, sealText } from '../crypto/seal';
import type { Platform } from '../platform';
import { hashToken } from '../sessions/tokenRepository';
import { refuse } from './errors';
import { type CallKey, LEASE_INTERVAL } from './idempotencyRepository';

export type RequestOf<Name extends CallName, C extends Call> = FastifyRequest<{
  Params: ParamsOf<Name>;
  Querystring: QueryOf<C>;
  Body: BodyOf<C>;
}>;

/** `idempotencyKey` is a hash. Undefined unless the call has `once` and the caller sent a key. */
type Handler<Name extends CallName, C extends Call> = (
  request: RequestOf<Name, C>,
  reply: FastifyReply,
  idempotencyKey?: string,
) => Promise<C extends { content: 'download' | 'written' } ? FastifyReply : Envelope<AnswerOf<C>>>;

/** `sameBy` returns the value that identical calls share. */
interface RouteExtras<R> extends Pick<RouteOptions, 'bodyLimit' | 'onRequest' | 'preHandler'> {
  sameBy?: (request: R) => unknown;
}

/** Returns a function that adds routes: `on('GET /scan/:id', handler)`. Requests and responses follow the contract. */
export function routesOf<C extends Calls>(
  api: FastifyInstance,
  deps: Pick<Platform, 'stores' | 'tokenKey'>,
  { tag, calls }: Resource<C>,
) {
  return function on<Name extends keyof C & CallName>(
    name: Name,
    handler: Handler<Name, C[Name]>,
    { sameBy, ...own }: RouteExtras<RequestOf<Name, C[Name]>> = {},
  ): void {
    const call: Call | undefined = calls[name];
    if (!call) throw new Error(`The contract of '${tag}' has no call '${name}'`);
    const [method = '', url = ''] = name.split(' ');
    const handle = handler as Parameters<typeof idempotent>[1];
    const same = sameBy as Parameters<typeof idempotent>[2];
    api.route({
      ...own,
      method,
      url,
      schema: toRouteSchema(tag, url, call),
      config: { open: call.open },
      ...(call.content === 'upload' && { validatorCompiler: () => () => true }),
      handler: call.once ? idempotent(deps, handle, same) : handle,
    });
  };
}

function toRouteSchema(tag: string, url: string, call: Call) {
  const params = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name);
  return {
    tags: [tag],
    summary: call.summary,
    ...(call.hide && { hide: true }),
    ...(params.length > 0 && { params: Type.Object(Object.fromEntries(params.map((name) => [name, Type.String()]))) }),
    ...(call.query && { querystring: call.query }),
    ...(call.body && { body: call.body }),
    ...(call.once && { headers: IDEMPOTENCY_HEADER }),
    ...(call.form && { 'x-form': call.form }),
    ...(call.content === 'upload' && { consumes: ['multipart/form-data'] }),
    response: toResponses(call),
  };
}

const IDEMPOTENCY_HEADER = Type.Object({ 'idempotency-key': Type.Optional(IdempotencyKey) });

const FILE = { description: 'The file', content: { '*/*': { schema: Type.String({ format: 'binary' }) } } };

function toResponses(call: Call): Record<string, object> {
  const refused = { '4xx': Refused, '5xx': Refused };
  return { 200: call.content === 'download' ? FILE : envelopeSchema(call), ...refused };
}

type KeyedHandler = (request: FastifyRequest, reply: FastifyReply, idempotencyKey?: string) => Promise<unknown>;
type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Repeats the first response for the same key and body. Refusals aren't stored, so a refused call can be retried. */
export function idempotent(
  deps: Pick<Platform, 'stores' | 'tokenKey'>,
  handler: KeyedHandler,
  sameBy: (request: FastifyRequest) => unknown = ({ body }) => body,
): RouteHandler {
  const store = deps.stores.idempotency;
  return async (request, reply) => {
    const slot = readCallKey(request, sameBy, deps.tokenKey);
    if (!slot) return handler(request, reply);
    const found = await store.claim(slot);
    if (found) return repeatAnswer(found, slot, deps.tokenKey);
    const letGo = keepLease(() => store.extendLease(slot), request);
    try {
      const result = await handler(request, reply, hashCall(slot));
      await store.storeAnswer(slot, sealText(JSON.stringify(result), deps.tokenKey));
      return result;
    } catch (error) {
      await store.release(slot);
      throw error;
    } finally {
      letGo();
    }
  };
}

function keepLease(hold: () => Promise<void>, { log }: FastifyRequest): () => void {
  const timer = setInterval(() => void hold().catch((error) => log.warn(error)), LEASE_INTERVAL);
  return () => clearInterval(timer);
}

/** Starts with the key's hash, so that an upload can be canceled by its key alone. */
function hashCall({ scope, route, key, bodyHash }: CallKey): string {
  const call = createHash('sha256')
    .update(JSON.stringify([scope, route, bodyHash]))
    .digest('base64url');
  return `${hashToken(key)}.${call}`;
}

function repeatAnswer(found: { body_hash: string; answer: string | null }, slot: CallKey, key: Buffer): unknown {
  if (found.body_hash !== slot.bodyHash) throw refuse('keyReused');
  if (found.answer === null) throw refuse('inProgress', { retryAfter: 2 });
  return JSON.parse(openText(found.answer, key));
}

const officeScope = ({ office }: FastifyRequest): string | undefined =>
  office && `office:${office.by.kind}/${office.by.id}`;

function readCallKey(
  request: FastifyRequest,
  sameBy: (request: FastifyRequest) => unknown,
  secret: Buffer,
): CallKey | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key.length < 8 || key.length > 200) throw refuse('badRequest');
  const scope = request.applicant?.trn ?? officeScope(request) ?? `link:${String(request.headers.url ?? '')}`;
  // An HMAC, because a plain hash would allow guessing passwords and SSNs.
  const bodyHash = createHmac('sha256', secret)
    .update(JSON.stringify(sameBy(request) ?? null))
    .digest('base64url');
  return { scope, route: `${request.method} ${request.routeOptions.url}`, key, bodyHash };
}

export function answer<T>(records: T, message = ''): Envelope<T> {
  return { status: 200, success: true, message, records };
}
