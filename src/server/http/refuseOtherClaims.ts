import type { FastifyRequest } from 'fastify';
import { refuseStranger } from '../auth/session';
import type { Applicant } from '../auth/sessions';

/**
 * For the open routes that find out by themselves who calls (a refresh token, a phone's key): throws `notYours` when anything in the
 * request's headers, path, query or body claims another transaction or e-mail than the applicant's (security page).
 */
export function refuseOtherClaims(applicant: Applicant, { headers, params, query, body }: FastifyRequest): void {
  const { email, trn_id } = headers;
  for (const part of [{ email, trn_id }, params, query, body]) refuseStranger(applicant, part);
}
