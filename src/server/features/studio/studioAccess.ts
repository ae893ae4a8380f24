import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type StudioSession, studioLogin } from '../../../contract/studio';
import { messages } from '../../../messages/serverMessages';
import { mayDo, type StudioRole } from '../../../model/studio/roles';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { isSameSecret } from '../../platform/crypto/isSameSecret';
import { isOverLimit } from '../../platform/http/rateLimit';
import { answer, routesOf } from '../../platform/http/routesOf';
import { enqueue } from '../../platform/jobs/jobRepository';
import { getSessionEnd, type StaffSession } from '../../platform/sessions/staffSessionRepository';
import { refuse } from './studioErrors';
import { type StudioPerson, studioStaff } from './studioPeopleRepository';
import { logAction } from './versionActionRepository';

declare module 'fastify' {
  interface FastifyRequest {
    studio: StudioAccess;
  }
}

/** Access without an id is read-only. It's for the operator and, in development, for everyone. */
export interface StudioAccess {
  id: string | null;
  author: string;
  role: StudioRole;
}

/** Maximum size of a request with changed files, in bytes. */
export const MAX_CHANGES = 1024 * 1024;

export type StudioSessionRow = StudioPerson & StaffSession;

/** Throws `noSession`. */
export async function studioSession(
  { db, clock }: Pick<ApplicationDeps, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<StudioSessionRow> {
  const session = await studioStaff.findSession<StudioSessionRow>(db, request, clock());
  if (!session) throw refuse('noSession');
  return session;
}

/** Returns a hook that throws `noSession`, or `notAllowed` if the person's role isn't enough. */
export function requireStudio(deps: Pick<ApplicationDeps, 'db' | 'clock' | 'config'>, needed: StudioRole) {
  return async (request: FastifyRequest): Promise<void> => {
    const session = await studioStaff.findSession<StudioSessionRow>(deps.db, request, deps.clock());
    if (!session && (needed !== 'look' || !mayRead(request, deps))) throw refuse('noSession');
    if (session && !mayDo(session.role, needed)) throw refuse('notAllowed');
    request.studio = session
      ? { id: session.id, author: session.name || session.email, role: session.role }
      : { id: null, author: '', role: 'look' };
  };
}

/** Returns a hook that throws `noSession` unless someone is logged in. */
export function requireStudioPerson(deps: Pick<ApplicationDeps, 'db' | 'clock' | 'config'>) {
  const look = requireStudio(deps, 'look');
  return async (request: FastifyRequest): Promise<void> => {
    await look(request);
    if (request.studio.id === null) throw refuse('noSession');
  };
}

/** True if people without a session can read: anyone in development, otherwise only with the operator's token. */
function mayRead(
  { headers }: FastifyRequest,
  { config: { production, operatorToken } }: Pick<ApplicationDeps, 'config'>,
): boolean {
  if (!production) return true;
  return (
    Boolean(operatorToken) &&
    typeof headers.operator === 'string' &&
    isSameSecret(headers.operator, operatorToken ?? '')
  );
}

export function studioLoginRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const texts = messages('studio');
  const on = routesOf(api, deps, studioLogin);
  const { db, clock } = deps;

  on('POST /studio/login', async (request) => {
    const { email } = request.body;
    const { ip } = request;
    await deps.limits.take('studioLogin', { address: ip });
    const isRepeat = await isOverLimit(deps, 'studioMail', { account: email, address: ip });
    // A job looks up the address, so the response time doesn't reveal whether it's known.
    await enqueue(db, 'studio-login', { email, isRepeat });
    return answer(null, texts.done.linkSent);
  });

  on('POST /studio/enter', async (request, reply) => {
    await deps.limits.take('invitation', { address: request.ip });
    const link = await studioStaff.useLink(db, request.body.token, clock());
    if (!link) throw refuse('tokenUsed');
    const device = request.headers['user-agent'] ?? '';
    const { token } = await studioStaff.startSession(db, { id: link.person_id, device }, clock());
    studioStaff.setCookie(reply, deps.config, token);
    const session = await studioStaff.findByToken<StudioSessionRow>(db, token, clock());
    if (!session) throw refuse('noSession');
    await logAction(db, clock(), { kind: 'enter', by: { id: session.id, author: session.name || session.email } });
    return answer(describe(session));
  });

  on('GET /studio/session', async (request) => answer(describe(await studioSession(deps, request))));

  on('POST /studio/logout', async (request, reply) => {
    const session = await studioSession(deps, request);
    await studioStaff.endSession(db, session.session_id, clock());
    studioStaff.setCookie(reply, deps.config);
    await logAction(db, clock(), { kind: 'leave', by: { id: session.id, author: session.name || session.email } });
    return answer(null, texts.done.loggedOut);
  });
}

function describe(session: StudioSessionRow): StudioSession {
  const { email, name, role } = session;
  return { email, name, role, ends_at: getSessionEnd(session).toISOString() };
}
