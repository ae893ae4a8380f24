import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import texts from '../../../schemas/texts/studio.json';
import { type StudioSession, studioLogin } from '../../contract/studio';
import { mayDo, type StudioRole } from '../../model/studio';
import type { StaffSession } from '../auth/staff';
import { endOf, hasRoom } from '../auth/staff';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { enqueue } from '../jobs/jobs';
import { noteAct } from './acts';
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

/** Logging in to the Studio by a one-time link. */
export function studioLoginRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, studioLogin);
  const { db, clock } = deps;

  on('POST /studio/login', async (request) => {
    const { email } = request.body;
    // Looked up in the job, so that a known and an unknown address take the same time.
    if (await hasRoom(deps, 'studioLogin', email, request)) await enqueue(db, 'studio-login', { email });
    return answer(null, texts.done.linkSent);
  });

  on('POST /studio/enter', async (request, reply) => {
    await deps.limits.take('invitation', { address: request.ip });
    const link = await studioStaff.useLink(db, request.body.token, clock());
    if (!link) throw refuse('tokenUsed');
    const device = request.headers['user-agent'] ?? '';
    const { token } = await studioStaff.beginSession(db, { id: link.person_id, device }, clock());
    studioStaff.setCookie(reply, deps.config, token);
    const session = await studioStaff.findByToken<StudioSessionRow>(db, token, clock());
    if (!session) throw refuse('noSession');
    await noteAct(db, clock(), { kind: 'enter', by: { id: session.id, author: session.name || session.email } });
    return answer(describe(session));
  });

  on('GET /studio/session', async (request) => answer(describe(await studioSession(deps, request))));

  on('POST /studio/logout', async (request, reply) => {
    const session = await studioSession(deps, request);
    await studioStaff.endSession(db, session.session_id, clock());
    studioStaff.setCookie(reply, deps.config);
    await noteAct(db, clock(), { kind: 'leave', by: { id: session.id, author: session.name || session.email } });
    return answer(null, texts.done.loggedOut);
  });
}

function describe(session: StudioSessionRow): StudioSession {
  const { email, name, role } = session;
  return { email, name, role, ends_at: endOf(session).toISOString() };
}
