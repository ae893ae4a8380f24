import type { FastifyInstance, FastifyRequest } from 'fastify';
import texts from '../../../schemas/texts/server-office.json';
import { type OfficePerson, type OfficeSession, officeLogin } from '../../contract/office';
import { scopesOf } from '../../model/office';
import type { Deps } from '../deps';
import { languageOf, spokenLanguageOf } from '../forms/languages';
import { Refusal, refuse } from '../http/errors';
import { answer } from '../http/reply';
import { routesOf } from '../http/routesOf';
import { enqueue } from '../jobs/jobs';
import { isUnverified, officeSession, requireOffice, setOfficeCookie } from './officeAccess';
import {
  beginOfficeSession,
  endOf,
  endOfficeSession,
  findOfficeSession,
  type OfficeSessionRow,
  verifyOfficeSession,
} from './officeSessions';
import { findPerson, keepFactor, listPeople, putPerson, removePerson, takeStep, useLink } from './peopleStore';
import { newFactor, stepOfCode } from './secondFactor';

/** Logging in at the office, the second factor, and who works there. */
export function officeLoginRoutes(api: FastifyInstance, deps: Deps): void {
  api.decorateRequest('office');
  const on = routesOf(api, deps, officeLogin);
  const { db, clock } = deps;

  on('POST /office/login', async (request) => {
    const { email } = request.body;
    // Looked up in the job, so that a known and an unknown address take the same time.
    if (await hasRoom(deps, email, request))
      await enqueue(db, 'office-login', { email, language: spokenLanguageOf(request, deps.forms.languages) });
    return answer(null, texts.done.linkSent);
  });

  on('POST /office/enter', async (request, reply) => {
    await deps.limits.take('invitation', { address: request.ip });
    const link = await useLink(db, request.body.token, clock());
    if (!link) throw refuse('tokenUsed');
    const isVerified = link.is_demo && !deps.config.production;
    const device = request.headers['user-agent'] ?? '';
    const token = await beginOfficeSession(db, { id: link.person_id, isVerified, device }, clock());
    setOfficeCookie(reply, deps, token);
    const session = await findOfficeSession(db, token, clock());
    if (!session) throw refuse('noSession');
    return answer(describe(session));
  });

  on('GET /office/session', async (request) => answer(describe(await officeSession(deps, request))));

  on('POST /office/factor/begin', async (request) => {
    const session = await officeSession(deps, request);
    const { secret, uri, sealed } = newFactor(deps, session.id, {
      issuer: session.subscriber_name,
      email: session.email,
    });
    // One that counts is exchanged by a new invitation only: a mailbox must not be enough.
    if (!(await keepFactor(db, session.id, sealed))) throw refuse('notAllowed');
    return answer({ secret, uri });
  });

  on('POST /office/factor', async (request) => {
    const session = await officeSession(deps, request);
    await deps.limits.take('officeFactor', { account: session.id, address: request.ip });
    const { factor, id } = session;
    const step = factor ? stepOfCode(deps, id, factor, request.body.code, clock()) : undefined;
    if (!factor || step === undefined || !(await takeStep(db, id, factor, step, clock()))) throw refuse('wrongCode');
    await verifyOfficeSession(db, session.session_id, clock());
    return answer(describe(await officeSession(deps, request)));
  });

  on('POST /office/logout', async (request, reply) => {
    const session = await officeSession(deps, request);
    await endOfficeSession(db, session.session_id, clock());
    setOfficeCookie(reply, deps);
    return answer(null, texts.done.loggedOut);
  });

  const people = async ({ office }: Pick<FastifyRequest, 'office'>) => ({
    people: (await listPeople(db, office.subscriberId)).map(describePerson),
  });
  const owner = { onRequest: requireOffice(deps, 'people') };

  on('GET /office/people', async (request) => answer(await people(request)), owner);

  on(
    'POST /office/people',
    async (request) => {
      const { email, name, role } = request.body;
      const { subscriberId } = request.office;
      if (isSelf(request, (await ownEmail(request)) === email.trim().toLowerCase())) throw refuse('notAllowed');
      const person = await putPerson(db, { subscriberId, email, name, role, now: clock() });
      await enqueue(db, 'office-invitation', { person, language: languageOf(request) });
      return answer(await people(request), texts.done.invited);
    },
    owner,
  );

  on(
    'POST /office/people/remove',
    async (request) => {
      const { id } = request.body;
      if (isSelf(request, request.office.by.id === id)) throw refuse('notAllowed');
      if (!(await removePerson(db, id, request.office.subscriberId, clock()))) throw refuse('notFound');
      return answer(await people(request), texts.done.removed);
    },
    owner,
  );

  const ownEmail = async ({ office }: FastifyRequest) =>
    (await findPerson(db, office.by.id, office.subscriberId))?.email.toLowerCase();
}

/** An owner neither removes nor lowers themselves: an office without one could be opened by the operator only. */
const isSelf = ({ office }: FastifyRequest, isSame: boolean): boolean => office.by.kind === 'person' && isSame;

function describe(session: OfficeSessionRow): OfficeSession {
  const { id, name, email, role, subscriber_id, subscriber_name, logo_url, accent } = session;
  return {
    person: { id, name, email, role },
    subscriber: { id: subscriber_id, name: subscriber_name, logo_url, accent },
    scopes: isUnverified(session) ? [] : [...scopesOf(role)],
    factor: factorOf(session),
    ends_at: endOf(session).toISOString(),
  };
}

function factorOf(session: OfficeSessionRow): OfficeSession['factor'] {
  if (session.verified_at) return 'given';
  if (!isUnverified(session)) return 'none';
  return session.factor_since ? 'code' : 'setUp';
}

function describePerson(row: Awaited<ReturnType<typeof listPeople>>[number]): OfficePerson {
  const { id, name, email, role, factor_since, seen_at } = row;
  return { id, name, email, role, has_factor: factor_since !== null, seen_at: seen_at?.toISOString() ?? null };
}

/** False when this address had its mails of the hour: whoever asked, a link of the same hour lies in the mailbox. */
async function hasRoom({ limits }: Deps, email: string, { ip }: FastifyRequest): Promise<boolean> {
  try {
    await limits.take('officeLogin', { account: email, address: ip });
    return true;
  } catch (cause) {
    if (cause instanceof Refusal && cause.code === 'tooMany') return false;
    throw cause;
  }
}
