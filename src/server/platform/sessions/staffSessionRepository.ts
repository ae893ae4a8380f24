import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Config } from '../config';
import { refuse } from '../http/errors';
import { IDLE_SECONDS, MAX_SECONDS } from './sessionLimits';
import { createToken, hashToken } from './tokenRepository';

type Db = pg.Pool | pg.PoolClient;

const DEVICE_LENGTH = 256;

interface NewLink {
  personId: string;
  purpose: 'invitation' | 'login';
  expiresAt: Date;
}

export interface StaffSession {
  session_id: string;
  seen_at: Date;
  ends_at: Date;
}

interface SessionQuery {
  columns?: string;
  join?: string;
}

/** Each area has its own tables and cookie. */
export function createStaffSessions(area: 'office' | 'studio') {
  const [people, links, sessions] = [`${area}_person`, `${area}_invitation`, `${area}_session`];

  /**
   * Returns undefined without a live session. Throws `noSession` if a page from another origin sent the call, unless
   * it's a GET.
   */
  async function findSession<Row extends StaffSession>(
    db: pg.Pool,
    request: FastifyRequest,
    now: Date,
    { columns = '', join = '' }: SessionQuery = {},
  ): Promise<Row | undefined> {
    refuseOtherSites(request);
    const token = request.cookies[area];
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
      values: [hashToken(token), now, new Date(now.getTime() - IDLE_SECONDS * 1000)],
    });
    const [row] = rows;
    if (!row || now.getTime() - row.seen_at.getTime() <= 60_000) return row;
    await db.query(`update ${sessions} set seen_at = greatest(seen_at, $2) where id = $1`, [row.session_id, now]);
    return { ...row, seen_at: now };
  }

  return {
    findSession,
    findByToken,

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

    async hasLoginLink(db: Db, personId: string, until: Date): Promise<boolean> {
      const { rowCount } = await db.query(
        `select from ${links} where person_id = $1 and purpose = 'login' and used_at is null and expires_at > $2 limit 1`,
        [personId, until],
      );
      return rowCount === 1;
    },

    async useLink<Row extends { person_id: string }>(db: Db, token: string, now: Date): Promise<Row | undefined> {
      const { rows } = await db.query<Row>(
        `update ${links} i set used_at = $2 from ${people} p
         where i.hash = $1 and i.used_at is null and i.expires_at > $2 and p.id = i.person_id and p.removed_at is null
         returning i.*`,
        [hashToken(token), now],
      );
      return rows[0];
    },

    async startSession(db: Db, person: { id: string; device: string }, now: Date) {
      const token = createToken();
      const ends = new Date(now.getTime() + MAX_SECONDS * 1000);
      const { rows } = await db.query<{ id: string }>(
        `insert into ${sessions} (person_id, hash, device, created_at, seen_at, ends_at) values ($1, $2, $3, $4, $4, $5) returning id`,
        [person.id, hashToken(token), person.device.slice(0, DEVICE_LENGTH), now, ends],
      );
      return { token, id: rows[0]?.id ?? '' };
    },

    async endSession(db: Db, id: string, now: Date): Promise<void> {
      await db.query(`update ${sessions} set ended_at = $2 where id = $1 and ended_at is null`, [id, now]);
    },

    async endSessionsOf(db: Db, personId: string, now: Date): Promise<void> {
      await db.query(`update ${sessions} set ended_at = $2 where person_id::text = $1 and ended_at is null`, [
        personId,
        now,
      ]);
    },

    async closeLink(db: Db, token: string, now: Date): Promise<void> {
      await db.query(`update ${links} set used_at = $2 where hash = $1 and used_at is null`, [hashToken(token), now]);
    },

    async closeLinksOf(db: Db, personId: string, now: Date): Promise<void> {
      await db.query(`update ${links} set used_at = $2 where person_id::text = $1 and used_at is null`, [
        personId,
        now,
      ]);
    },

    async sweep(db: pg.Pool, before: Date): Promise<void> {
      await db.query(`delete from ${sessions} where ends_at < $1 or ended_at < $1`, [before]);
      await db.query(`delete from ${links} where expires_at < $1`, [before]);
    },

    setCookie(reply: FastifyReply, { production, appUrl }: Config, token?: string): void {
      const isSecure = production || appUrl.startsWith('https:');
      const options = { path: `/api/${area}`, httpOnly: true, sameSite: 'strict', secure: isSecure } as const;
      reply.setCookie(area, token ?? '', token ? options : { ...options, maxAge: 0 });
    },
  };
}

export type Staff = ReturnType<typeof createStaffSessions>;

export function getSessionEnd({ seen_at, ends_at }: Pick<StaffSession, 'seen_at' | 'ends_at'>): Date {
  return new Date(Math.min(ends_at.getTime(), seen_at.getTime() + IDLE_SECONDS * 1000));
}

function refuseOtherSites({ headers, method }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (method !== 'GET' && site !== undefined && site !== 'same-origin') throw refuse('noSession');
}
