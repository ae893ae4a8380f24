import type pg from 'pg';
import type { Tokens } from '../../../contract/call';
import type { Home } from '../../../model/law/jurisdictions';
import type { ApplicationType, HouseholdRole } from '../../../model/types';
import type { Events } from '../db/events';
import { type Clock, createTimedCache } from '../db/memory';
import { refuse } from '../http/errors';
import { IDLE_SECONDS, MAX_SECONDS } from './sessionLimits';
import { type ApplicantRow, createSessionRepository, type LiveSession, type SessionRow } from './sessionRepository';
import { createAccessTokens, createToken, deriveNextToken, hashToken } from './tokenRepository';

export interface Applicant {
  sessionId: string;
  accountId: string;
  email: string;
  trn: string;
  link: string;
  subscriberId: string;
  applicationType: ApplicationType;
  propertyId: number | null;
  /** Time zone that determines which day is today. */
  timeZone: string;
  firstName: string;
  lastName: string;
  language: string;
  household?: { id: string; role: HouseholdRole; paysForAll: boolean };
  home: Home;
  isOffered: boolean;
  /** The landlord's fee in cents, before local law is applied. */
  listedFee: number;
  endsAt: Date;
}

export interface Sessions {
  start(accountId: string, trn: string, device?: string): Promise<Tokens>;
  /** Throws `noSession` or `staleSession`. */
  authenticate(token: string | undefined): Promise<Applicant>;
  getApplicant(sessionId: string): Promise<Applicant>;
  /**
   * Throws `staleSession`. Repeating a refresh within ten seconds returns the same refresh token, unless that token was
   * already used. Any other reuse of a token ends the session.
   */
  refresh(refreshToken: string, admit: (applicant: Applicant) => void): Promise<Tokens>;
  end(sessionId: string): Promise<void>;
  endAll(accountId: string): Promise<void>;
  list(applicant: Applicant): Promise<LiveSession[]>;
  /** Ends the session `id`. Without `id`, ends all other sessions. Throws `notFound`. */
  endOthers(applicant: Applicant, id?: string): Promise<void>;
}

const graceSeconds = 10;
const DEVICE_LENGTH = 256;
/** Seconds to cache a session, because each request needs it. */
const cacheSeconds = 5;

export function createSessions(db: pg.Pool, clock: Clock, key: Buffer, events: Events): Sessions {
  const store = createSessionRepository(db);
  const access = createAccessTokens(clock, key);
  const cache = createTimedCache<Applicant>(clock, cacheSeconds);
  /** Increased when a session ends or its data changes, so earlier reads aren't cached. */
  let version = 0;
  events.subscribe('session', (id) => {
    version += 1;
    cache.deleteWhere(({ sessionId }) => id === undefined || sessionId === id);
  });

  events.subscribe('subscriber', () => clearCache());
  events.subscribe('home', (id) => {
    version += 1;
    cache.deleteWhere(({ trn }) => !id || trn === id);
  });

  function clearCache(): void {
    version += 1;
    cache.clear();
  }

  async function findLive(sessionId: string): Promise<Applicant> {
    const now = clock();
    const row = await store.find(sessionId);
    if (!row || !isLive(row, now)) throw refuse('staleSession');
    if (secondsBetween(row.seen_at, now) <= 60) return toApplicant(row);
    await store.touch(sessionId, now);
    return toApplicant({ ...row, seen_at: now });
  }

  return {
    async start(accountId, trn, device = '') {
      const now = clock();
      const refreshToken = createToken();
      const sessionId = await store.create({
        accountId,
        trn,
        device: device.slice(0, DEVICE_LENGTH),
        now,
        endsAt: new Date(now.getTime() + MAX_SECONDS * 1000),
        hash: hashToken(refreshToken),
      });
      return { token: await access.sign(sessionId), refreshToken };
    },

    async authenticate(token) {
      if (!token) throw refuse('noSession');
      const known = cache.get(token);
      if (known) return known;
      const startVersion = version;
      const applicant = await findLive(await access.read(token));
      if (startVersion === version) cache.set(token, applicant);
      return applicant;
    },

    getApplicant: findLive,

    async refresh(refreshToken, admit) {
      const now = clock();
      const found = await store.findRefresh(hashToken(refreshToken));
      if (!found) throw refuse('staleSession');
      admit(await findLive(found.session_id));
      const next = deriveNextToken(refreshToken, key);
      const rotation = await store.rotate({
        hash: hashToken(refreshToken),
        next: hashToken(next),
        sessionId: found.session_id,
        now,
        graceFrom: new Date(now.getTime() - graceSeconds * 1000),
      });
      if (rotation === 'reused') {
        await this.end(found.session_id);
        throw refuse('staleSession');
      }
      return { token: await access.sign(found.session_id), refreshToken: next };
    },

    async end(sessionId) {
      await store.end(sessionId, clock());
      clearCache();
    },

    async endAll(accountId) {
      await store.endAll(accountId, clock());
      clearCache();
    },

    list({ accountId }) {
      const now = clock();
      return store.listLive(accountId, now, new Date(now.getTime() - IDLE_SECONDS * 1000));
    },

    async endOthers({ accountId, sessionId }, id) {
      if (id === undefined) await store.endOthers(accountId, sessionId, clock());
      else if (id !== sessionId && (await store.has(accountId, id))) await store.end(id, clock());
      else throw refuse('notFound');
      clearCache();
    },
  };
}

function isLive(row: SessionRow, now: Date): boolean {
  return !row.ended_at && row.ends_at > now && secondsBetween(row.seen_at, now) <= IDLE_SECONDS;
}

function secondsBetween(earlier: Date, later: Date): number {
  return (later.getTime() - earlier.getTime()) / 1000;
}

function toApplicant(row: SessionRow): Applicant {
  const idleEnd = row.seen_at.getTime() + IDLE_SECONDS * 1000;
  return describeApplicant(row, row.id, new Date(Math.min(row.ends_at.getTime(), idleEnd)));
}

export function describeApplicant(row: ApplicantRow, sessionId: string, endsAt: Date): Applicant {
  const { household_id: id, household_role: role, pays_for_household: paysForAll } = row;
  return {
    sessionId,
    accountId: row.account_id,
    email: row.email,
    trn: row.trn,
    link: row.link,
    subscriberId: row.subscriber_id,
    applicationType: row.type,
    propertyId: row.property_id,
    timeZone: row.time_zone,
    firstName: row.first_name,
    lastName: row.last_name,
    language: row.language,
    ...(id && role && { household: { id, role, paysForAll } }),
    home: row.home,
    isOffered: row.is_offered,
    listedFee: row.fee_cents,
    endsAt,
  };
}
