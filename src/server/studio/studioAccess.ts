import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { mayDo, type StudioRole } from '../../model/studio';
import type { StaffSession } from '../auth/staff';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { type StudioPerson, studioStaff } from './studioPeople';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks in the Studio; set on every route of it that needs a role. */
    studio: StudioAccess;
  }
}

/** Who asks; without an id it is the operator, or anybody in development, and they may look only. */
export interface StudioAccess {
  id: string | null;
  author: string;
  role: StudioRole;
}

export type StudioSessionRow = StudioPerson & StaffSession;

/** The person's session. Throws `noSession`. */
export async function studioSession({ db, clock }: Deps, request: FastifyRequest): Promise<StudioSessionRow> {
  const session = await studioStaff.findSession<StudioSessionRow>(db, request, clock());
  if (!session) throw refuse('noSession');
  return session;
}

/** A hook for a route that needs a role. Throws `noSession` for a stranger and `notAllowed` for what is beyond a person's role. */
export function requireStudio(deps: Deps, needed: StudioRole) {
  return async (request: FastifyRequest): Promise<void> => {
    const session = await studioStaff.findSession<StudioSessionRow>(deps.db, request, deps.clock());
    if (!session && (needed !== 'look' || !mayLook(request, deps))) throw refuse('noSession');
    if (session && !mayDo(session.role, needed)) throw refuse('notAllowed');
    request.studio = session
      ? { id: session.id, author: session.name || session.email, role: session.role }
      : { id: null, author: '', role: 'look' };
  };
}

/** Without a session: anybody in development, elsewhere who has the operator's token. */
function mayLook({ headers }: FastifyRequest, { config: { production, operatorToken } }: Deps): boolean {
  if (!production) return true;
  return (
    Boolean(operatorToken) && typeof headers.operator === 'string' && isSame(headers.operator, operatorToken ?? '')
  );
}

/** Digests are of one length, so that the time taken says nothing. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
