import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { messages } from '../../../messages/serverMessages';
import { fillText } from '../../../model/messages/fillText';
import { needsFactor, type OfficeScope, scopesOf } from '../../../model/office';
import { readBearerToken } from '../../applications/accounts/requireSession';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { OfficeActor } from '../../applications/review/timelineRepository';
import { sendLimit } from '../../platform/http/errors';
import { findApiKey, looksLikeKey } from '../../platform/sessions/apiKeyRepository';
import type { StaffSession } from '../../platform/sessions/staffSessionRepository';
import { refuse } from './officeErrors';
import { officeStaff, type PersonRow, verifyOfficeSession } from './peopleRepository';

declare module 'fastify' {
  interface FastifyRequest {
    office: OfficeAccess;
  }
}

export interface OfficeAccess {
  subscriberId: string;
  scopes: readonly OfficeScope[];
  by: OfficeActor;
}

/** The operator at the command line has an owner's rights. */
export function createOperatorAccess(subscriberId: string): OfficeAccess {
  const by = { kind: 'operator', id: '', name: messages('server-office').actors.operator, role: 'owner' } as const;
  return { subscriberId, scopes: scopesOf('owner'), by };
}

/** Throws `noSession`, `secondFactor` or `notAllowed`. */
export async function officeAccess(
  deps: Pick<ApplicationDeps, 'db' | 'clock'>,
  request: FastifyRequest,
  scope: OfficeScope,
): Promise<OfficeAccess> {
  const key = readBearerToken(request);
  const access = looksLikeKey(key) ? await keyAccess(deps, key) : await sessionAccess(deps, request);
  if (!access.scopes.includes(scope)) throw refuse('notAllowed');
  return access;
}

async function keyAccess({ db, clock }: Pick<ApplicationDeps, 'db' | 'clock'>, key: string): Promise<OfficeAccess> {
  const found = await findApiKey(db, key, clock());
  if (!found) throw refuse('noSession');
  const { id, name, subscriber_id, scopes } = found;
  const shown = fillText(messages('server-office').actors.key, { name: name || id });
  return { subscriberId: subscriber_id, scopes, by: { kind: 'key', id, name: shown } };
}

async function sessionAccess(
  deps: Pick<ApplicationDeps, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<OfficeAccess> {
  const session = await officeSession(deps, request);
  if (isUnverified(session)) throw refuse('secondFactor');
  const { id, name, email, role, subscriber_id } = session;
  return { subscriberId: subscriber_id, scopes: scopesOf(role), by: { kind: 'person', id, name: name || email, role } };
}

/** Throws `noSession`. */
export async function officeSession(
  deps: Pick<ApplicationDeps, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<OfficeSessionRow> {
  const session = await officeStaff.findSession<OfficeSessionRow>(deps.db, request, deps.clock(), withSubscriber);
  if (!session) throw refuse('noSession');
  return session;
}

/** True if the second factor is missing. Some roles need one, and so does everyone with an authenticator. */
export function isUnverified({ role, factor_since, verified_at }: OfficeSessionRow): boolean {
  return (needsFactor(role) || factor_since !== null) && verified_at === null;
}

/** Returns a hook that requires a scope and limits the calls of each API key. */
export function requireOffice(deps: Pick<ApplicationDeps, 'db' | 'clock' | 'limits'>, scope: OfficeScope) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.office = await officeAccess(deps, request, scope);
    if (request.office.by.kind !== 'key') return;
    const state = await deps.limits.take('api', { account: request.office.by.id });
    if (state) sendLimit(reply, state);
  };
}

export interface OfficeSessionRow extends PersonRow, StaffSession {
  verified_at: Date | null;
  subscriber_name: string;
  logo_url: string;
  accent: string;
  time_zone: string;
}

export const withSubscriber = {
  columns: ', o.verified_at, s.name as subscriber_name, s.logo_url, s.accent, s.time_zone',
  join: 'join subscriber s on s.id = p.subscriber_id',
};

export async function beginOfficeSession(
  db: pg.Pool | pg.PoolClient,
  { isVerified, ...person }: { id: string; isVerified: boolean; device: string },
  now: Date,
): Promise<string> {
  const { token, id } = await officeStaff.startSession(db, person, now);
  if (isVerified) await verifyOfficeSession(db, id, now);
  return token;
}
