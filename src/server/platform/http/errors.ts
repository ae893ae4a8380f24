import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BodyError } from '../../../contract/call';
import type { Messages } from '../../../messages/files';
import { messages } from '../../../messages/serverMessages';
import { fillText } from '../../../model/messages/fillText';
import { isOutage } from '../db/outage';
import { FileMissing, StorageUnavailable } from './storageErrors';

type ErrorNamespace =
  | 'server'
  | 'server-application'
  | 'server-household'
  | 'server-messages'
  | 'scan'
  | 'server-office'
  | 'studio';

export interface Errors<Code extends string = string> {
  namespace: ErrorNamespace;
  statuses: Record<Code, number>;
}

export function defineErrors<Name extends ErrorNamespace, Code extends keyof Messages<Name>['refusals'] & string>(
  namespace: Name,
  statuses: Record<Code, number>,
): Errors<Code> {
  return { namespace, statuses };
}

export const generalErrors = defineErrors('server', {
  badRequest: 400,
  badJson: 400,
  tokenUsed: 400,
  noSession: 401,
  staleSession: 401,
  notYours: 403,
  notFound: 404,
  staleVersion: 409,
  inProgress: 409,
  tooLarge: 413,
  wrongType: 415,
  invalid: 422,
  keyReused: 422,
  tooMany: 429,
  ownFilesWait: 429,
  broken: 500,
  unavailable: 503,
  busy: 503,
  storageFull: 503,
  storageDown: 503,
});

export interface RefusalExtra {
  message?: string;
  values?: Record<string, string | number>;
  records?: unknown;
  errors?: BodyError[];
  retryAfter?: number;
  limit?: LimitState;
}

export interface LimitState {
  limit: number;
  remaining: number;
  /** Seconds until the limit resets. */
  reset: number;
}

export function sendLimit(reply: FastifyReply, { limit, remaining, reset }: LimitState): void {
  reply.headers({ 'ratelimit-limit': limit, 'ratelimit-remaining': remaining, 'ratelimit-reset': reset });
}

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    message: string,
    readonly extra: RefusalExtra = {},
  ) {
    super(message);
  }
}

export type CodeOf<All extends Errors> = All extends unknown ? keyof All['statuses'] & string : never;

/** Creates `refuse`, for use as `throw refuse('staleVersion', { records })`. */
export function createRefuse<const All extends readonly Errors[]>(...all: All) {
  return (code: CodeOf<All[number]>, extra: RefusalExtra = {}): Refusal => {
    const errors = all.find(({ statuses }) => Object.hasOwn(statuses, code));
    const status = errors?.statuses[code];
    if (!errors || status === undefined) throw new Error(`No refusal has the code '${code}'`);
    const texts: Readonly<Record<string, string>> = messages(errors.namespace).refusals;
    return new Refusal(code, status, extra.message ?? fillText(texts[code] ?? '', extra.values ?? {}), extra);
  };
}

export const refuse = createRefuse(generalErrors);

export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendRefusal(toRefusal(error, request), request, reply));
  app.setNotFoundHandler((request, reply) => sendRefusal(refuse('notFound'), request, reply));
}

function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { records, errors, retryAfter, limit } = refusal.extra;
  if (retryAfter) reply.header('retry-after', retryAfter);
  if (limit) sendLimit(reply, limit);
  const body = { status: refusal.status, success: false, code: refusal.code, message: refusal.message };
  // The office's API sends problem details (RFC 9457).
  const isApi = request.url.startsWith('/api/office');
  if (isApi) reply.type('application/problem+json; charset=utf-8');
  const problem = isApi ? { type: `/problems/${refusal.code}`, title: refusal.message } : {};
  return reply.code(refusal.status).send({
    ...problem,
    ...body,
    records: refusal.code === 'broken' ? { request_id: request.id } : (records ?? null),
    errors,
  });
}

const codesByStatus: Record<number, CodeOf<typeof generalErrors>> = {
  404: 'notFound',
  413: 'tooLarge',
  415: 'wrongType',
  429: 'tooMany',
};

function toRefusal(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (error.validation) return validationRefusal(error);
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return refuse('badJson');
  // PostgreSQL's error class 22: invalid values.
  if (/^22[0-9A-Z]{3}$/.test(error.code ?? '')) return refuse('badRequest');
  // A foreign key failed, because the application was erased during the session.
  if (error.code === '23503' && request.applicant) return refuse('staleSession');
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return refuse(codesByStatus[status] ?? 'badRequest');
  request.log.error(error);
  if (error instanceof FileMissing) return refuse('notFound');
  return toOutage(error) ?? refuse('broken');
}

function validationRefusal(error: FastifyError): Refusal {
  if (error.validationContext !== 'body') return refuse('badRequest', { errors: parameterErrors(error) });
  const errors = (error.validation ?? []).map((one) => ({
    path: `${one.instancePath}${memberName(one.params)}`,
    message: one.message ?? '',
  }));
  return refuse('invalid', { errors });
}

function parameterErrors(error: FastifyError): BodyError[] {
  return (error.validation ?? []).map((one) => {
    const path = `${one.instancePath}${memberName(one.params)}`;
    return { path, parameter: path.split('/')[1] ?? '', message: one.message ?? '' };
  });
}

function memberName(params: Record<string, unknown>): string {
  const name = params.missingProperty ?? params.additionalProperty;
  return typeof name === 'string' ? `/${name}` : '';
}

const FULL = /^(ENOSPC|EDQUOT|EFBIG|53100)$/;

function toOutage(error: { code?: string; message: string; cause?: unknown }): Refusal | undefined {
  const code = String(error.code ?? '');
  if (error instanceof StorageUnavailable) return refuse('storageDown', { retryAfter: 10 });
  if (FULL.test(code)) return refuse('storageFull', { retryAfter: 30 });
  return isOutage(error) ? refuse('unavailable', { retryAfter: 2 }) : undefined;
}
