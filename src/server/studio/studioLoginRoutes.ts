import type { FastifyInstance } from 'fastify';
import texts from '../../../schemas/texts/studio.json';
import { type StudioSession, studioLogin } from '../../contract/studio';
import { endOf, hasRoom } from '../auth/staff';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { enqueue } from '../jobs/jobs';
import { noteAct } from './acts';
import { type StudioSessionRow, studioSession } from './studioAccess';
import { studioStaff } from './studioPeople';

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
