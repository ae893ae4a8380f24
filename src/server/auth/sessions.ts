import type pg from 'pg';
import type { Tokens } from '../../contract/call';
import type { ApplicationType } from '../../model/types';
import type { Events } from '../db/events';
import { type Clock, createMemory } from '../db/memory';
import { refuse } from '../http/errors';
import { type ApplicantRow, createSessionStore, type LiveSession, type SessionRow } from './sessionStore';
import { createAccessTokens, createToken, followToken, hashToken } from './tokenStore';

/** Who calls: the account, and the application its session is for. */
export interface Applicant {
  sessionId: string;
  accountId: string;
  email: string;
  trn: string;
  /** The link value the application began with. */
  link: string;
  subscriberId: string;
  applicationType: ApplicationType;
  propertyId: number | null;
  /** The subscriber's: 'today' is the day it is there. */
  timeZone: string;
  firstName: string;
  lastName: string;
  /** The one the account's owner chose last; empty while none is known. */
  language: string;
  /** When this session ends unless it is used before, as it stood when it was last looked up. */
  endsAt: Date;
}

export interface Sessions {
  /** `device` is what the browser calls itself. */
  begin(accountId: string, trn: string, device?: string): Promise<Tokens>;
  /** Who holds this access token. Throws `noSession` or `staleSession`. */
  applicantOf(token: string | undefined): Promise<Applicant>;
  /** Whose session this is: for what was issued under it. Throws `staleSession` once it has ended. */
  applicantIn(sessionId: string): Promise<Applicant>;
  /**
   * Exchanges a refresh token for its successor, once `admit` let its owner pass. Throws `staleSession`.
   * The immediate parent gets the same successor again within the grace; any older reuse ends the session.
   */
  refresh(refreshToken: string, admit: (applicant: Applicant) => void): Promise<Tokens>;
  end(sessionId: string): Promise<void>;
  endAll(accountId: string): Promise<void>;
  /** The live sessions of who asks, the one seen last first. */
  list(applicant: Applicant): Promise<LiveSession[]>;
  /** Ends one other session of who asks, or all others. Throws `notFound` for one that is not theirs, or is this one. */
  endOthers(applicant: Applicant, id?: string): Promise<void>;
}

const idleSeconds = 15 * 60;
const wholeSeconds = 12 * 3600;
const graceSeconds = 10;
/** What a browser calls itself is shorter; a header may be long. */
const DEVICE_LENGTH = 256;
/** Within this time a process answers from memory, so that a save costs no second round trip. */
const rememberSeconds = 5;

/** Sessions: short signed access tokens, rotating refresh tokens, 15 minutes idle, 12 hours in all (security page). */
export function createSessions(db: pg.Pool, clock: Clock, key: Buffer, events: Events): Sessions {
  const store = createSessionStore(db);
  const access = createAccessTokens(clock, key);
  const remembered = createMemory<Applicant>(clock, rememberSeconds);
  /** How often sessions have ended: what was looked up before the last time is not remembered. */
  let turn = 0;
  events.subscribe('session', (id) => {
    turn += 1;
    remembered.drop(({ sessionId }) => id === undefined || sessionId === id);
  });

  function forgetAll(): void {
    turn += 1;
    remembered.clear();
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
    async begin(accountId, trn, device = '') {
      const now = clock();
      const refreshToken = createToken();
      const sessionId = await store.create({
        accountId,
        trn,
        device: device.slice(0, DEVICE_LENGTH),
        now,
        endsAt: new Date(now.getTime() + wholeSeconds * 1000),
        hash: hashToken(refreshToken),
      });
      return { token: await access.sign(sessionId), refreshToken };
    },

    async applicantOf(token) {
      if (!token) throw refuse('noSession');
      const known = remembered.get(token);
      if (known) return known;
      const asked = turn;
      const applicant = await findLive(await access.read(token));
      if (asked === turn) remembered.set(token, applicant);
      return applicant;
    },

    applicantIn: findLive,

    async refresh(refreshToken, admit) {
      const now = clock();
      const found = await store.findRefresh(hashToken(refreshToken));
      if (!found) throw refuse('staleSession');
      admit(await findLive(found.session_id));
      const next = followToken(refreshToken, key);
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
      forgetAll();
    },

    async endAll(accountId) {
      await store.endAll(accountId, clock());
      forgetAll();
    },

    list({ accountId }) {
      const now = clock();
      return store.listLive(accountId, now, new Date(now.getTime() - idleSeconds * 1000));
    },

    async endOthers({ accountId, sessionId }, id) {
      if (id === undefined) await store.endOthers(accountId, sessionId, clock());
      else if (id !== sessionId && (await store.has(accountId, id))) await store.end(id, clock());
      else throw refuse('notFound');
      forgetAll();
    },
  };
}

function isLive(row: SessionRow, now: Date): boolean {
  return !row.ended_at && row.ends_at > now && secondsBetween(row.seen_at, now) <= idleSeconds;
}

function secondsBetween(earlier: Date, later: Date): number {
  return (later.getTime() - earlier.getTime()) / 1000;
}

function toApplicant(row: SessionRow): Applicant {
  const idleEnd = row.seen_at.getTime() + idleSeconds * 1000;
  return describeApplicant(row, row.id, new Date(Math.min(row.ends_at.getTime(), idleEnd)));
}

/** The applicant of a row, by the session `sessionId` that ends at `endsAt`. */
export function describeApplicant(row: ApplicantRow, sessionId: string, endsAt: Date): Applicant {
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
    endsAt,
  };
}
