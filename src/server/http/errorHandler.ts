import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, type RefusalCode, refuse } from './errors';

/** Makes `app` answer everything thrown, and every unknown address, in the contract's shape. */
export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendRefusal(toRefusal(error, request), request, reply));
  app.setNotFoundHandler((request, reply) => sendRefusal(refuse('notFound'), request, reply));
}

function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { records, errors, retryAfter } = refusal.extra;
  if (retryAfter) reply.header('retry-after', retryAfter);
  const body = { status: refusal.status, success: false, code: refusal.code, message: refusal.message };
  return reply
    .code(refusal.status)
    .send({ ...body, records: refusal.code === 'broken' ? { request_id: request.id } : (records ?? null), errors });
}

const statusCodes: Record<number, RefusalCode> = { 404: 'notFound', 413: 'tooLarge', 415: 'wrongType', 429: 'tooMany' };

function toRefusal(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (error.validation) return validationRefusal(error);
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return refuse('badJson');
  // A value that its column cannot hold (PostgreSQL's class 22) is the request's fault.
  if (/^22[0-9A-Z]{3}$/.test(error.code ?? '')) return refuse('badRequest');
  // There is nothing left that it could belong to: the application was erased while its applicant was here.
  if (error.code === '23503' && request.applicant) return refuse('staleSession');
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return refuse(statusCodes[status] ?? 'badRequest');
  request.log.error(error);
  return outageOf(error) ?? refuse('broken');
}

/** A body that breaks its route's schema is reported field by field; wrong parameters and headers are just unusable. */
function validationRefusal(error: FastifyError): Refusal {
  if (error.validationContext !== 'body') return refuse('badRequest');
  const errors = (error.validation ?? []).map((one) => ({
    path: `${one.instancePath}${missingName(one.params)}`,
    message: one.message ?? '',
  }));
  return refuse('invalid', { errors });
}

function missingName(params: Record<string, unknown>): string {
  const name = params.missingProperty ?? params.additionalProperty;
  return typeof name === 'string' ? `/${name}` : '';
}

/** Of the network and of PostgreSQL: the database is not there, is going away, or takes nobody else. */
const GONE = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|08...|57P0[123]|53300)$/;
/** The driver's own words, which have no code. */
const GONE_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
/** Of the file system and of PostgreSQL. */
const FULL = /^(ENOSPC|EDQUOT|EFBIG|53100)$/;

/** The refusal for an error that passes by itself, with the time to try again; undefined for any other, which is a mistake of ours. */
function outageOf(error: { code?: string; message: string; cause?: unknown }): Refusal | undefined {
  const code = String(error.code ?? '');
  if (FULL.test(code)) return refuse('storageFull', { retryAfter: 30 });
  if (GONE.test(code) || GONE_WORDS.test(error.message)) return refuse('unavailable', { retryAfter: 2 });
  return undefined;
}
