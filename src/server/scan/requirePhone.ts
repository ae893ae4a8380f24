import type { FastifyRequest } from 'fastify';
import { bearerOf, refuseOtherClaims } from '../auth/session';
import type { Applicant } from '../auth/sessions';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { PHONE_KEY, type ScanLink } from './scanStore';

export interface Phone {
  link: ScanLink;
  applicant: Applicant;
}

/** Whether a call comes from the scan pages rather than from a session. */
export function isPhone(request: FastifyRequest): boolean {
  return bearerOf(request)?.startsWith(PHONE_KEY) ?? false;
}

/** The phone that calls, and for whom; `id` is the link it speaks of. Throws `scanEnded`, and `notYours` for another's transaction. */
export async function requirePhone(deps: Deps, request: FastifyRequest, id?: string): Promise<Phone> {
  const link = await deps.stores.scans.findByKey(bearerOf(request) ?? '', deps.clock());
  if (!link || (id !== undefined && link.id !== id)) throw refuse('scanEnded');
  const applicant = await applicantOf(deps, link);
  refuseOtherClaims(applicant, request);
  return { link, applicant };
}

/** Who issued the link; it ends with their session. */
export async function applicantOf(deps: Deps, link: ScanLink): Promise<Applicant> {
  return deps.sessions.applicantIn(link.session_id).catch(() => {
    throw refuse('scanEnded');
  });
}
