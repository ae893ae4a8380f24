import type pg from 'pg';
import type { Home } from '../../../model/law/jurisdictions';
import type { ApplicationType, HouseholdRole } from '../../../model/types';
import { transaction } from '../db/transaction';

export interface ApplicantRow {
  account_id: string;
  trn: string;
  email: string;
  link: string;
  subscriber_id: string;
  type: ApplicationType;
  property_id: number | null;
  time_zone: string;
  first_name: string;
  last_name: string;
  language: string;
  household_id: string | null;
  household_role: HouseholdRole | null;
  pays_for_household: boolean;
  home: Home;
  is_offered: boolean;
  fee_cents: number;
}

export const HOME_COLUMNS = `a.offered_at is not null as is_offered, (select jsonb_build_object('place', h.place,
    'state', coalesce(nullif(h.state, ''), a.registration ->> 'state'), 'city', coalesce(nullif(h.city, ''), a.registration ->> 'city'),
    'zip', coalesce(nullif(h.zip, ''), a.registration ->> 'zip'))
  from (select) one left join property h on h.id = a.property_id) as home`;

export interface SessionRow extends ApplicantRow {
  id: string;
  seen_at: Date;
  ends_at: Date;
  ended_at: Date | null;
}

export interface LiveSession {
  id: string;
  device: string;
  created_at: Date;
  seen_at: Date;
}

interface NewSession {
  accountId: string;
  trn: string;
  device: string;
  now: Date;
  endsAt: Date;
  hash: string;
}

interface Rotation {
  hash: string;
  next: string;
  sessionId: string;
  now: Date;
  /** A token that was first used after this time can be used again, because its response may have been lost. */
  graceFrom: Date;
}

export interface SessionRepository {
  create(session: NewSession): Promise<string>;
  find(id: string): Promise<SessionRow | undefined>;
  touch(id: string, now: Date): Promise<void>;
  findRefresh(hash: string): Promise<{ session_id: string } | undefined>;
  rotate(rotation: Rotation): Promise<'rotated' | 'repeated' | 'reused'>;
  end(id: string, now: Date): Promise<void>;
  endAll(accountId: string, now: Date): Promise<void>;
  listLive(accountId: string, now: Date, seenFrom: Date): Promise<LiveSession[]>;
  has(accountId: string, id: string): Promise<boolean>;
  endOthers(accountId: string, keptId: string, now: Date): Promise<void>;
}

export function createSessionRepository(db: pg.Pool): SessionRepository {
  return {
    async create({ accountId, trn, device, now, endsAt, hash }) {
      const { rows } = await db.query<{ session_id: string }>(
        `with made as (
           insert into session (account_id, trn, created_at, seen_at, ends_at, device) values ($1, $2, $3, $3, $4, $6) returning id),
         came as (
           update application set active_at = greatest(active_at, $3), warned_at = null where trn = $2)
         insert into refresh_token (hash, session_id, issued_at) select $5, id, $3 from made returning session_id`,
        [accountId, trn, now, endsAt, hash, device],
      );
      return rows[0]?.session_id ?? '';
    },
    async find(id) {
      const { rows } = await db.query<SessionRow>({ name: 'find-session', text: FIND, values: [id] });
      return rows[0];
    },
    async touch(id, now) {
      await db.query('update session set seen_at = greatest(seen_at, $2) where id = $1', [id, now]);
    },
    async findRefresh(hash) {
      const { rows } = await db.query<{ session_id: string }>('select session_id from refresh_token where hash = $1', [
        hash,
      ]);
      return rows[0];
    },
    rotate(rotation) {
      return transaction(db, (client) => rotateIn(client, rotation));
    },
    async end(id, now) {
      await db.query('update session set ended_at = $2 where id = $1 and ended_at is null', [id, now]);
    },
    async endAll(accountId, now) {
      await db.query('update session set ended_at = $2 where account_id = $1 and ended_at is null', [accountId, now]);
    },
    async listLive(accountId, now, seenFrom) {
      const { rows } = await db.query<LiveSession>(
        `select id, device, created_at, seen_at from session
         where account_id = $1 and ended_at is null and ends_at > $2 and seen_at >= $3 order by seen_at desc, id`,
        [accountId, now, seenFrom],
      );
      return rows;
    },
    async has(accountId, id) {
      const found = await db.query('select 1 from session where account_id = $1 and id::text = $2', [accountId, id]);
      return found.rowCount === 1;
    },
    async endOthers(accountId, keptId, now) {
      await db.query('update session set ended_at = $3 where account_id = $1 and id <> $2 and ended_at is null', [
        accountId,
        keptId,
        now,
      ]);
    },
  };
}

const FIND = `
  select s.id, s.account_id, s.trn, s.seen_at, s.ends_at, s.ended_at, c.email, l.value as link, a.subscriber_id, a.type, a.property_id, b.time_zone,
  a.first_name, a.last_name, c.language, b.fee_cents, a.household_id, a.household_role, a.pays_for_household, ${HOME_COLUMNS}
  from session s join account c on c.id = s.account_id join application a on a.trn = s.trn
  join entry_link l on l.id = a.entry_link_id join subscriber b on b.id = a.subscriber_id
  where s.id = $1`;

async function rotateIn(client: pg.PoolClient, rotation: Rotation): Promise<'rotated' | 'repeated' | 'reused'> {
  const { hash, next, sessionId, now, graceFrom } = rotation;
  const first = await client.query('update refresh_token set used_at = $2 where hash = $1 and used_at is null', [
    hash,
    now,
  ]);
  if (first.rowCount === 1) {
    await client.query('insert into refresh_token (hash, session_id, issued_at) values ($1, $2, $3)', [
      next,
      sessionId,
      now,
    ]);
    await client.query('update session set seen_at = $2 where id = $1', [sessionId, now]);
    return 'rotated';
  }
  // Accepts a used token only until its replacement is used.
  const again = await client.query(
    `select 1 from refresh_token old join refresh_token new on new.hash = $2
     where old.hash = $1 and old.used_at >= $3 and new.used_at is null`,
    [hash, next, graceFrom],
  );
  return again.rowCount === 1 ? 'repeated' : 'reused';
}

export async function deleteExpiredSessions(db: pg.Pool, yesterday: Date): Promise<void> {
  await db.query('delete from single_use_token where expires_at < $1', [yesterday]);
  await db.query('delete from session where ends_at < $1 or ended_at < $1', [yesterday]);
}
