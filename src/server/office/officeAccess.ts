import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import texts from '../../../schemas/texts/server-office.json';
import { needsFactor, type OfficeRole, type OfficeScope, scopesOf } from '../../model/office';
import { bearerOf } from '../auth/session';
import type { StaffSession } from '../auth/staff';
import type { Deps } from '../deps';
import { findApiKey, looksLikeKey } from '../handover/apiKeys';
import { refuse } from '../http/errors';
import { officeStaff, type PersonRow } from './peopleStore';

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
  const session = await officeStaff.findSession<OfficeSessionRow>(deps.db, request, deps.clock(), withSubscriber);
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

/** A live session with its person and their subscriber. */
export interface OfficeSessionRow extends PersonRow, StaffSession {
  verified_at: Date | null;
  subscriber_name: string;
  logo_url: string;
  accent: string;
  time_zone: string;
}

/** What of a session's subscriber is read with it. */
export const withSubscriber = {
  columns: ', o.verified_at, s.name as subscriber_name, s.logo_url, s.accent, s.time_zone',
  join: 'join subscriber s on s.id = p.subscriber_id',
};

/** Begins a session and gives the only copy of its token. */
export async function beginOfficeSession(
  db: pg.Pool | pg.PoolClient,
  { isVerified, ...person }: { id: string; isVerified: boolean; device: string },
  now: Date,
): Promise<string> {
  const { token, id } = await officeStaff.beginSession(db, person, now);
  if (isVerified) await verifyOfficeSession(db, id, now);
  return token;
}

export async function verifyOfficeSession(db: pg.Pool | pg.PoolClient, id: string, now: Date): Promise<void> {
  await db.query('update office_session set verified_at = $2 where id = $1', [id, now]);
}
