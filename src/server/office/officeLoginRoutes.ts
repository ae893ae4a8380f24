import type { FastifyInstance } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import texts from '../../../schemas/texts/server-office.json';
import { type OfficeSession, officeLogin } from '../../contract/office';
import { scopesOf } from '../../model/office';
import { endOf, hasRoom } from '../auth/staff';
import { openText, sealText } from '../crypto/seal';
import type { Deps } from '../deps';
import { spokenLanguageOf } from '../forms/languages';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { enqueue } from '../jobs/jobs';
import {
  beginOfficeSession,
  isUnverified,
  type OfficeSessionRow,
  officeSession,
  verifyOfficeSession,
  withSubscriber,
} from './officeAccess';
import { keepFactor, officeStaff, takeStep } from './peopleStore';

/** Logging in at the office, and the second factor. */
export function officeLoginRoutes(api: FastifyInstance, deps: Deps): void {
  api.decorateRequest('office');
  const on = routesOf(api, deps, officeLogin);
  const { db, clock } = deps;

  on('POST /office/login', async (request) => {
    const { email } = request.body;
    // Looked up in the job, so that a known and an unknown address take the same time.
    if (await hasRoom(deps, 'officeLogin', email, request))
      await enqueue(db, 'office-login', { email, language: spokenLanguageOf(request, deps.forms.languages) });
    return answer(null, texts.done.linkSent);
  });

  on('POST /office/enter', async (request, reply) => {
    await deps.limits.take('invitation', { address: request.ip });
    const link = await officeStaff.useLink<{ person_id: string; is_demo: boolean }>(db, request.body.token, clock());
    if (!link) throw refuse('tokenUsed');
    const isVerified = link.is_demo && !deps.config.production;
    const device = request.headers['user-agent'] ?? '';
    const token = await beginOfficeSession(db, { id: link.person_id, isVerified, device }, clock());
    officeStaff.setCookie(reply, deps.config, token);
    const session = await officeStaff.findByToken<OfficeSessionRow>(db, token, clock(), withSubscriber);
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
    await officeStaff.endSession(db, session.session_id, clock());
    officeStaff.setCookie(reply, deps.config);
    return answer(null, texts.done.loggedOut);
  });
}

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

/** Seconds that a code is for, as authenticators count (RFC 6238). */
const PERIOD = 30;
/** Codes of the step before and after are taken, too: clocks differ. */
const WINDOW = 1;

type Sealing = Pick<Deps, 'tokenKey'>;

const boundTo = (person: string) => `office_person/${person}/factor`;

/** A new secret for somebody's authenticator: as it is typed, as a QR code says it, and as it is kept. */
export function newFactor({ tokenKey }: Sealing, person: string, label: { issuer: string; email: string }) {
  const secret = new Secret({ size: 20 });
  const uri = new TOTP({ issuer: label.issuer, label: label.email, secret }).toString();
  return { secret: secret.base32, uri, sealed: sealText(secret.base32, tokenKey, boundTo(person)) };
}

/** The time step whose code this is; undefined for a wrong one. The caller refuses a step that was used. */
export function stepOfCode({ tokenKey }: Sealing, person: string, sealed: string, code: string, now: Date) {
  return stepOf(openText(sealed, tokenKey, boundTo(person)), code, now);
}

/** The same of a secret in base32. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: code.length, period: PERIOD });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD) + delta;
}
