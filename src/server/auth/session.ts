import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isRecord } from '../../model/paths';
import type { Deps } from '../deps';
import { spokenLanguageOf } from '../forms/languages';
import { refuse } from '../http/errors';
import { setLanguage } from './accountStore';
import type { Applicant } from './sessions';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set on every route below /api that is not `open`. */
    applicant: Applicant;
  }
  interface FastifyContextConfig {
    /** This route needs no session. */
    open?: boolean;
  }
}

/**
 * Asks every route of `api` for a session, `config: { open: true }` excepted.
 * The headers email, authorization and trn_id must agree with each other, and so must every trn and e-mail in path, query and body.
 */
export function requireSession(api: FastifyInstance, deps: Deps): void {
  api.decorateRequest('applicant');
  api.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.open) return;
    request.applicant = await deps.sessions.applicantOf(bearerOf(request));
    // The browser warns before this time is over.
    reply.header('session-seconds', Math.floor((request.applicant.endsAt.getTime() - deps.clock().getTime()) / 1000));
    refuseStranger(request.applicant, { email: request.headers.email, trn_id: request.headers.trn_id });
    await rememberLanguage(deps, request);
  });
  api.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.open) return;
    for (const part of [request.params, request.query, request.body]) refuseStranger(request.applicant, part);
  });
}

/** The access token, with or without 'Bearer '. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return request.headers.authorization?.replace(/^Bearer\s+/i, '').trim() || undefined;
}

/** Mail to the applicant is written in the language they read the pages in. */
async function rememberLanguage(deps: Deps, request: FastifyRequest): Promise<void> {
  const { applicant } = request;
  const language = spokenLanguageOf(request, deps.forms.languages);
  if (language === '' || language === applicant.language) return;
  applicant.language = language;
  await setLanguage(deps.db, applicant.accountId, language);
}

/** Throws `notYours` when `part` claims another transaction or e-mail than the session's. */
function refuseStranger(applicant: Applicant, part: unknown): void {
  if (!isRecord(part)) return;
  const { trn_id, trn, email } = part;
  const isOther = (claimed: unknown, own: string): boolean => claimed !== undefined && claimed !== own;
  if (isOther(trn_id, applicant.trn) || isOther(trn, applicant.trn)) throw refuse('notYours');
  const claimed = typeof email === 'string' ? email.toLowerCase() : email;
  if (isOther(claimed, applicant.email.toLowerCase())) throw refuse('notYours');
}

/**
 * For the open routes that find out by themselves who calls (a refresh token, a phone's key): throws `notYours` when anything in the
 * request's headers, path, query or body claims another transaction or e-mail than the applicant's (security page).
 */
export function refuseOtherClaims(applicant: Applicant, { headers, params, query, body }: FastifyRequest): void {
  const { email, trn_id } = headers;
  for (const part of [{ email, trn_id }, params, query, body]) refuseStranger(applicant, part);
}
