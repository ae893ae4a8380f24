import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import scanTexts from '../../../schemas/texts/scan.json';
import texts from '../../../schemas/texts/server.json';
import applicationTexts from '../../../schemas/texts/server-application.json';
import officeTexts from '../../../schemas/texts/server-office.json';
import studioTexts from '../../../schemas/texts/studio.json';
import type { BodyError } from '../../contract/call';
import { fillText } from '../../model/fillText';

/** Every refusal this server knows: its code and HTTP status; the words stand under the same code in schemas/texts/server.json. */
export const refusals = {
  badRequest: 400,
  badJson: 400,
  tokenUsed: 400,
  noSession: 401,
  staleSession: 401,
  invalidCredentials: 401,
  notYours: 403,
  notFound: 404,
  invitationExpired: 404,
  unknown: 406,
  revoked: 406,
  expired: 406,
  emailTaken: 409,
  usernameTaken: 409,
  staleVersion: 409,
  formChanged: 409,
  staleDraft: 409,
  alreadyRegistered: 409,
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
  // Steps, documents, payment: their words stand in server-application.json.
  fileEmpty: 400,
  fileTooSmall: 400,
  fileDamaged: 400,
  fileProtected: 400,
  filePasswordNeeded: 400,
  filePasswordWrong: 400,
  fileDynamicForm: 400,
  fileTooManyPages: 400,
  pictureTooLarge: 400,
  uploadBroken: 400,
  noSuchDocumentType: 400,
  noSuchSource: 400,
  tooManyDocuments: 400,
  wrongAmount: 400,
  paymentDeclined: 400,
  badEvent: 400,
  otherTerms: 409,
  stepOrder: 409,
  submitted: 409,
  notSubmitted: 409,
  unfinished: 409,
  sourcesFull: 409,
  secondaryComplete: 409,
  fileTooBig: 413,
  proofTooBig: 413,
  fileWrongType: 415,
  filePdfOnly: 415,
  filePictureOnly: 415,
  suggestionsDown: 503,
  // The scan on a phone: their words stand in scan.json.
  scanEnded: 401,
  alreadyUploaded: 409,
  scanBusy: 409,
  frontFirst: 409,
  notAPicture: 415,
  // The office: their words stand in server-office.json.
  notAllowed: 403,
  secondFactor: 403,
  wrongCode: 400,
  staleAct: 409,
  noSuchAct: 409,
  lastOwner: 409,
  // The Studio: their words stand in studio.json.
  heldBack: 422,
  staleForms: 409,
  laterVersion: 409,
} as const;

export type RefusalCode = keyof typeof refusals;

/** What a refusal may carry next to its code. `values` fill the text's {placeholders}; `message` replaces it where an outside service has its own words. */
export interface RefusalExtra {
  message?: string;
  values?: Record<string, string | number>;
  records?: unknown;
  errors?: BodyError[];
  retryAfter?: number;
}

export class Refusal extends Error {
  readonly status: number;
  constructor(
    readonly code: RefusalCode,
    readonly extra: RefusalExtra = {},
  ) {
    super(extra.message ?? textOf(code, extra.values));
    this.status = refusals[code];
  }
}

/** The refusal to throw: `throw refuse('staleVersion', { records })`. */
export function refuse(code: RefusalCode, extra?: RefusalExtra): Refusal {
  return new Refusal(code, extra);
}

function textOf(code: RefusalCode, values: Record<string, string | number> = {}): string {
  const words: Record<RefusalCode, string> = {
    ...texts.refusals,
    ...applicationTexts.refusals,
    ...scanTexts.refusals,
    ...officeTexts.refusals,
    ...studioTexts.refusals,
  };
  return fillText(words[code], values);
}

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
