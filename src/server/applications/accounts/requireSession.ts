import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isRecord } from '../../../model/answers/paths';
import { appLanguageOf } from '../../forms/languages';
import type { Applicant } from '../../platform/sessions/sessions';
import type { ApplicationDeps } from '../applicationDeps';
import { refuse } from '../applicationErrors';
import { setLanguage } from './accountRepository';

declare module 'fastify' {
  interface FastifyRequest {
    applicant: Applicant;
  }
  interface FastifyContextConfig {
    open?: boolean;
  }
}

/**
 * Requires a session, except on open routes. If a request names a `trn`, `trn_id` or `email`, it must match the
 * session.
 */
export function requireSession(api: FastifyInstance, deps: ApplicationDeps): void {
  api.decorateRequest('applicant');
  api.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.open) return;
    request.applicant = await deps.sessions.authenticate(readBearerToken(request));
    // The browser uses this header to warn before the session ends.
    reply.header('session-seconds', Math.floor((request.applicant.endsAt.getTime() - deps.clock().getTime()) / 1000));
    assertOwnIds(request.applicant, { email: request.headers.email, trn_id: request.headers.trn_id });
    await rememberLanguage(deps, request);
  });
  api.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.open) return;
    for (const part of [request.params, request.query, request.body]) assertOwnIds(request.applicant, part);
  });
}

export function readBearerToken(request: FastifyRequest): string | undefined {
  return request.headers.authorization?.replace(/^Bearer\s+/i, '').trim() || undefined;
}

async function rememberLanguage(deps: Pick<ApplicationDeps, 'forms' | 'db'>, request: FastifyRequest): Promise<void> {
  const { applicant } = request;
  const language = appLanguageOf(request, deps.forms.languages);
  if (language === '' || language === applicant.language) return;
  applicant.language = language;
  await setLanguage(deps.db, applicant.accountId, language);
}

function assertOwnIds(applicant: Applicant, part: unknown): void {
  if (!isRecord(part)) return;
  const { trn_id, trn, email } = part;
  const differs = (claimed: unknown, own: string): boolean => claimed !== undefined && claimed !== own;
  if (differs(trn_id, applicant.trn) || differs(trn, applicant.trn)) throw refuse('notYours');
  const claimed = typeof email === 'string' ? email.toLowerCase() : email;
  if (differs(claimed, applicant.email.toLowerCase())) throw refuse('notYours');
}

/** Throws `notYours` if a request to an open route names another applicant's trn or email. */
export function assertOwnRequest(applicant: Applicant, { headers, params, query, body }: FastifyRequest): void {
  const { email, trn_id } = headers;
  for (const part of [{ email, trn_id }, params, query, body]) assertOwnIds(applicant, part);
}
