import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify';
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
import type { Deps } from '../deps';
import { idempotent } from './idempotency';

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
    api.route({
      ...own,
      method: method as HTTPMethods,
      url,
      schema: schemaOf(tag, url, call),
      config: { open: call.open },
      // A form is read and judged by its route: Fastify sees no body.
      ...(call.content === 'upload' && { validatorCompiler: () => () => true }),
      handler: call.once ? idempotent(deps, handle, sameBy as Parameters<typeof idempotent>[2]) : handle,
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
