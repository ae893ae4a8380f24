import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Config } from '../config';
import { Refusal, refuse } from '../http/errors';
import type { Limits } from '../http/rateLimit';
import { createToken, hashToken } from './tokenStore';

type Db = pg.Pool | pg.PoolClient;

/** As an applicant's: 15 minutes idle, 12 hours in all (security page). */
const idleSeconds = 15 * 60;
const wholeSeconds = 12 * 3600;
const DEVICE_LENGTH = 256;

interface NewLink {
  personId: string;
  purpose: 'invitation' | 'login';
  expiresAt: Date;
}

/** What every session's row says of it. */
export interface StaffSession {
  session_id: string;
  seen_at: Date;
  ends_at: Date;
}

interface SessionQuery {
  /** What is read in addition to the person's columns (`p`) and the session's (`o`). */
  columns?: string;
  join?: string;
}

/**
 * Log-in by one-time links, sessions and their cookie, for people who are no applicants. Each `area` has tables of its own, `<area>_person`,
 * `<area>_invitation` and `<area>_session`, and a cookie for its own calls only: nobody's session of one area is worth anything in another.
 */
export function createStaff(area: 'office' | 'studio') {
  const [people, links, sessions] = [`${area}_person`, `${area}_invitation`, `${area}_session`];
  const cookie = new RegExp(`(?:^|;\\s*)${area}=([\\w-]{1,100})`);

  /** Whose session the cookie of a request is; undefined once it is over or its person was removed. Used, it lasts on. Throws `noSession` for another site's call. */
  async function findSession<Row extends StaffSession>(
    db: pg.Pool,
    request: FastifyRequest,
    now: Date,
    { columns = '', join = '' }: SessionQuery = {},
  ): Promise<Row | undefined> {
    refuseOtherSites(request);
    const token = cookie.exec(request.headers.cookie ?? '')?.[1];
    return token ? findByToken<Row>(db, token, now, { columns, join }) : undefined;
  }

  async function findByToken<Row extends StaffSession>(
    db: pg.Pool,
    token: string,
    now: Date,
    { columns = '', join = '' }: SessionQuery = {},
  ): Promise<Row | undefined> {
    const { rows } = await db.query<Row>({
      name: `find-${area}-session`,
      text: `select p.*, o.id as session_id, o.seen_at, o.ends_at ${columns}
        from ${sessions} o join ${people} p on p.id = o.person_id ${join}
        where o.hash = $1 and o.ended_at is null and o.ends_at > $2 and o.seen_at >= $3 and p.removed_at is null`,
      values: [hashToken(token), now, new Date(now.getTime() - idleSeconds * 1000)],
    });
    const [row] = rows;
    if (!row || now.getTime() - row.seen_at.getTime() <= 60_000) return row;
    await db.query(`update ${sessions} set seen_at = greatest(seen_at, $2) where id = $1`, [row.session_id, now]);
    return { ...row, seen_at: now };
  }

  return {
    findSession,
    findByToken,

    /** Makes a link's token, good for one use, and gives the only copy of it. */
    async issueLink(db: Db, { personId, purpose, expiresAt }: NewLink): Promise<string> {
      const token = createToken();
      await db.query(`insert into ${links} (hash, person_id, purpose, expires_at) values ($1, $2, $3, $4)`, [
        hashToken(token),
        personId,
        purpose,
        expiresAt,
      ]);
      return token;
    },

    /** The row of a link, marking it used; undefined when it is unknown, used, past its time or of somebody who was removed. */
    async useLink<Row extends { person_id: string }>(db: Db, token: string, now: Date): Promise<Row | undefined> {
      const { rows } = await db.query<Row>(
        `update ${links} i set used_at = $2 from ${people} p
         where i.hash = $1 and i.used_at is null and i.expires_at > $2 and p.id = i.person_id and p.removed_at is null
         returning i.*`,
        [hashToken(token), now],
      );
      return rows[0];
    },

    /** Begins a session and gives the only copy of its token. */
    async beginSession(db: Db, person: { id: string; device: string }, now: Date) {
      const token = createToken();
      const ends = new Date(now.getTime() + wholeSeconds * 1000);
      const { rows } = await db.query<{ id: string }>(
        `insert into ${sessions} (person_id, hash, device, created_at, seen_at, ends_at) values ($1, $2, $3, $4, $4, $5) returning id`,
        [person.id, hashToken(token), person.device.slice(0, DEVICE_LENGTH), now, ends],
      );
      return { token, id: rows[0]?.id ?? '' };
    },

    async endSession(db: Db, id: string, now: Date): Promise<void> {
      await db.query(`update ${sessions} set ended_at = $2 where id = $1 and ended_at is null`, [id, now]);
    },

    /** Ends whatever somebody has open. */
    async endSessionsOf(db: Db, personId: string, now: Date): Promise<void> {
      await db.query(`update ${sessions} set ended_at = $2 where person_id::text = $1 and ended_at is null`, [
        personId,
        now,
      ]);
    },

    /** Makes every open link of somebody useless. */
    async closeLinksOf(db: Db, personId: string, now: Date): Promise<void> {
      await db.query(`update ${links} set used_at = $2 where person_id::text = $1 and used_at is null`, [
        personId,
        now,
      ]);
    },

    /** A day past their end, sessions and links are of no use to anybody. */
    async sweep(db: pg.Pool, before: Date): Promise<void> {
      await db.query(`delete from ${sessions} where ends_at < $1 or ended_at < $1`, [before]);
      await db.query(`delete from ${links} where expires_at < $1`, [before]);
    },

    /** Gives the browser its session, or with no token takes it away: for the area's calls only, out of the reach of scripts, sent from our own pages only. */
    setCookie(reply: FastifyReply, { production, appUrl }: Config, token?: string): void {
      const isSecure = production || appUrl.startsWith('https:');
      const parts = [`${area}=${token ?? ''}`, `Path=/api/${area}`, 'HttpOnly', 'SameSite=Strict'];
      reply.header(
        'set-cookie',
        [...parts, ...(isSecure ? ['Secure'] : []), ...(token ? [] : ['Max-Age=0'])].join('; '),
      );
    },
  };
}

/** When a session ends unless it is used before. */
export function endOf({ seen_at, ends_at }: Pick<StaffSession, 'seen_at' | 'ends_at'>): Date {
  return new Date(Math.min(ends_at.getTime(), seen_at.getTime() + idleSeconds * 1000));
}

/** A browser that tells where a call comes from lets none in from elsewhere, in addition to the cookie's own rule. */
function refuseOtherSites({ headers, method }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (method !== 'GET' && site !== undefined && site !== 'same-origin') throw refuse('noSession');
}

/** False when this address had its mails of the hour: whoever asked, a link of the same hour lies in the mailbox. */
export async function hasRoom(
  { limits }: { limits: Limits },
  limit: 'officeLogin' | 'studioLogin',
  email: string,
  { ip }: FastifyRequest,
): Promise<boolean> {
  try {
    await limits.take(limit, { account: email, address: ip });
    return true;
  } catch (cause) {
    if (cause instanceof Refusal && cause.code === 'tooMany') return false;
    throw cause;
  }
}
