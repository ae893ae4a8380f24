import type { FastifyReply, FastifyRequest } from 'fastify';
import texts from '../../../schemas/texts/server-office.json';
import { needsFactor, type OfficeRole, type OfficeScope, scopesOf } from '../../model/office';
import { bearerOf } from '../auth/session';
import type { Deps } from '../deps';
import { findApiKey, looksLikeKey } from '../handover/apiKeys';
import { refuse } from '../http/errors';
import { findOfficeSession, type OfficeSessionRow } from './officeSessions';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks at the office; set on every route of it but those of the log-in. */
    office: OfficeAccess;
  }
}

/** Who asks at the office of which subscriber, and what they may do there. */
export interface OfficeAccess {
  subscriberId: string;
  scopes: readonly OfficeScope[];
  /** A person with a session, or a key of the subscriber's. */
  by:
    | { kind: 'person'; id: string; name: string; role: OfficeRole }
    | { kind: 'key'; id: string; name: string }
    | { kind: 'operator'; id: ''; name: string; role: 'owner' };
}

/** The operator at the server's command line, who may do at each office what an owner may. */
export function operatorAccess(subscriberId: string): OfficeAccess {
  const by = { kind: 'operator', id: '', name: texts.actors.operator, role: 'owner' } as const;
  return { subscriberId, scopes: scopesOf('owner'), by };
}

/** The session's cookie: for the office's calls alone, out of the reach of scripts, sent from our own pages only. */
const COOKIE = 'office';

/**
 * Who asks: the one answer for every route of the office. An applicant's token is nothing here. Throws `noSession`, `secondFactor` when
 * the authenticator's code is missing, and `notAllowed` for what is beyond this one's scopes.
 */
export async function officeAccess(deps: Deps, request: FastifyRequest, scope: OfficeScope): Promise<OfficeAccess> {
  const key = bearerOf(request);
  const access = looksLikeKey(key) ? await keyAccess(deps, key) : await sessionAccess(deps, request);
  if (!access.scopes.includes(scope)) throw refuse('notAllowed');
  return access;
}

/** A key has no session beside it: what a cookie next to it says is not looked at. Throws `noSession`. */
async function keyAccess({ db, clock }: Deps, key: string): Promise<OfficeAccess> {
  const found = await findApiKey(db, key, clock());
  if (!found) throw refuse('noSession');
  const { id, name, subscriber_id, scopes } = found;
  return { subscriberId: subscriber_id, scopes, by: { kind: 'key', id, name: name || id } };
}

async function sessionAccess(deps: Deps, request: FastifyRequest): Promise<OfficeAccess> {
  const session = await officeSession(deps, request);
  if (isUnverified(session)) throw refuse('secondFactor');
  const { id, name, email, role, subscriber_id } = session;
  return { subscriberId: subscriber_id, scopes: scopesOf(role), by: { kind: 'person', id, name: name || email, role } };
}

/** The person's session, whether or not they have given the second factor. Throws `noSession`. */
export async function officeSession(deps: Deps, request: FastifyRequest): Promise<OfficeSessionRow> {
  refuseOtherSites(request);
  const token = cookieOf(request);
  const session = token && (await findOfficeSession(deps.db, token, deps.clock()));
  if (!session) throw refuse('noSession');
  return session;
}

/** Whoever can see what is masked, and whoever has set one up, gives the authenticator's code first. */
export function isUnverified({ role, factor_since, verified_at }: OfficeSessionRow): boolean {
  return (needsFactor(role) || factor_since !== null) && verified_at === null;
}

/** A hook for a route that needs `scope`. */
export function requireOffice(deps: Deps, scope: OfficeScope) {
  return async (request: FastifyRequest): Promise<void> => {
    request.office = await officeAccess(deps, request, scope);
  };
}

/** A browser that tells where a call comes from lets none in from elsewhere, in addition to the cookie's own rule. */
function refuseOtherSites({ headers, method }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (method !== 'GET' && site !== undefined && site !== 'same-origin') throw refuse('noSession');
}

function cookieOf({ headers }: FastifyRequest): string | undefined {
  return /(?:^|;\s*)office=([\w-]{1,100})/.exec(headers.cookie ?? '')?.[1];
}

/** Gives the browser its session, or with no token takes it away. */
export function setOfficeCookie(reply: FastifyReply, { config }: Deps, token?: string): void {
  const isSecure = config.production || config.appUrl.startsWith('https:');
  const parts = [`${COOKIE}=${token ?? ''}`, 'Path=/api/office', 'HttpOnly', 'SameSite=Strict'];
  reply.header('set-cookie', [...parts, ...(isSecure ? ['Secure'] : []), ...(token ? [] : ['Max-Age=0'])].join('; '));
}
