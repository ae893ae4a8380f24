import type { FastifyInstance } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { type OfficeSession, officeLogin } from '../../../contract/office';
import { messages } from '../../../messages/serverMessages';
import { scopesOf } from '../../../model/office';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { appLanguageOf } from '../../forms/languages';
import { openText, sealText } from '../../platform/crypto/seal';
import { isOverLimit } from '../../platform/http/rateLimit';
import { answer, routesOf } from '../../platform/http/routesOf';
import { enqueue } from '../../platform/jobs/jobRepository';
import { getSessionEnd } from '../../platform/sessions/staffSessionRepository';
import { beginOfficeSession, isUnverified, type OfficeSessionRow, officeSession, withSubscriber } from './officeAccess';
import { refuse } from './officeErrors';
import { markCodeUsed, officeStaff, saveFactor, verifyOfficeSession } from './peopleRepository';

export function officeLoginRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const texts = messages('server-office');
  api.decorateRequest('office');
  const on = routesOf(api, deps, officeLogin);
  const { db, clock } = deps;

  on('POST /office/login', async (request) => {
    const { email } = request.body;
    const { ip } = request;
    await deps.limits.take('officeLogin', { address: ip });
    const isRepeat = await isOverLimit(deps, 'officeMail', { account: email, address: ip });
    // A job looks up the address, so the response time doesn't reveal whether it's known.
    await enqueue(db, 'office-login', { email, language: appLanguageOf(request, deps.forms.languages), isRepeat });
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
    const { secret, uri, sealed } = createFactor(deps, session.id, {
      issuer: session.subscriber_name,
      email: session.email,
    });
    // Access to the mailbox must not be enough to replace an authenticator, so this requires a new invitation.
    if (!(await saveFactor(db, session.id, sealed))) throw refuse('notAllowed');
    return answer({ secret, uri });
  });

  on('POST /office/factor', async (request) => {
    const session = await officeSession(deps, request);
    await deps.limits.take('officeFactor', { account: session.id, address: request.ip });
    const { factor, id } = session;
    const step = factor ? findCodeStep(deps, id, factor, request.body.code, clock()) : undefined;
    if (!factor || step === undefined || !(await markCodeUsed(db, id, factor, step, clock())))
      throw refuse('wrongCode');
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
    factor: factorState(session),
    ends_at: getSessionEnd(session).toISOString(),
  };
}

function factorState(session: OfficeSessionRow): OfficeSession['factor'] {
  if (session.verified_at) return 'given';
  if (!isUnverified(session)) return 'none';
  return session.factor_since ? 'code' : 'setUp';
}

/** Seconds per code (RFC 6238). */
const PERIOD = 30;
/** Accepts this many earlier and later codes, because clocks differ. */
const WINDOW = 1;

type KeyDeps = Pick<ApplicationDeps, 'tokenKey'>;

const factorAdditionalData = (person: string) => `office_person/${person}/factor`;

export function createFactor({ tokenKey }: KeyDeps, person: string, label: { issuer: string; email: string }) {
  const secret = new Secret({ size: 20 });
  const uri = new TOTP({ issuer: label.issuer, label: label.email, secret }).toString();
  return { secret: secret.base32, uri, sealed: sealText(secret.base32, tokenKey, factorAdditionalData(person)) };
}

/** Returns the code's time step, or undefined if the code is wrong. Callers must reject used time steps. */
export function findCodeStep({ tokenKey }: KeyDeps, person: string, sealed: string, code: string, now: Date) {
  return findTimeStep(openText(sealed, tokenKey, factorAdditionalData(person)), code, now);
}

export function findTimeStep(secret: string, code: string, now: Date): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: code.length, period: PERIOD });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD) + delta;
}
