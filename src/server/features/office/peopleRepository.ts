import type pg from 'pg';
import type { OfficeRole } from '../../../model/office';
import type { Db } from '../../platform/db/transaction';
import { createStaffSessions } from '../../platform/sessions/staffSessionRepository';
import { hashToken } from '../../platform/sessions/tokenRepository';

export const officeStaff = createStaffSessions('office');

export interface PersonRow {
  id: string;
  subscriber_id: string;
  email: string;
  name: string;
  role: OfficeRole;
  language: string;
  /** Encrypted. */
  factor: string | null;
  factor_since: Date | null;
  factor_step: string | null;
}

export async function listPeople(db: Db, subscriberId: string): Promise<(PersonRow & { seen_at: Date | null })[]> {
  const { rows } = await db.query<PersonRow & { seen_at: Date | null }>(
    `select p.*, (select max(s.seen_at) from office_session s where s.person_id = p.id) as seen_at
     from office_person p where p.subscriber_id = $1 and p.removed_at is null order by lower(p.name), p.email`,
    [subscriberId],
  );
  return rows;
}

export async function findPeople(
  db: Db,
  email: string,
): Promise<(PersonRow & { subscriber_name: string; support_email: string })[]> {
  const { rows } = await db.query<PersonRow & { subscriber_name: string; support_email: string }>(
    `select p.*, s.name as subscriber_name, s.support_email from office_person p join subscriber s on s.id = p.subscriber_id
     where lower(p.email) = lower($1) and p.removed_at is null order by s.name`,
    [email.trim()],
  );
  return rows;
}

/** Ignores removed people. */
export async function findPerson(db: Db, id: string, subscriberId?: string): Promise<PersonRow | undefined> {
  const { rows } = await db.query<PersonRow>(
    `select * from office_person where id::text = $1 and removed_at is null and ($2::text is null or subscriber_id = $2)`,
    [id, subscriberId ?? null],
  );
  return rows[0];
}

export interface NewPerson {
  subscriberId: string;
  email: string;
  name: string;
  role: OfficeRole;
  now: Date;
}

/**
 * Adds a person. Inviting someone again resets their authenticator, sessions and links. If the name is empty, keeps the
 * earlier one.
 */
export async function savePerson(db: Db, { subscriberId, email, name, role, now }: NewPerson): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into office_person (subscriber_id, email, name, role, created_at) values ($1, $2, $3, $4, $5)
     on conflict (subscriber_id, lower(email)) do update
       set name = coalesce(nullif(excluded.name, ''), office_person.name), role = excluded.role, removed_at = null, factor = null, factor_since = null, factor_step = null
     returning id`,
    [subscriberId, email.trim(), name.trim(), role, now],
  );
  const id = rows[0]?.id ?? '';
  await officeStaff.endSessionsOf(db, id, now);
  await officeStaff.closeLinksOf(db, id, now);
  return id;
}

/** Ends the person's sessions, but keeps the authenticator. Returns false for an unknown person. */
export async function changeRole(
  db: Db,
  { id, subscriberId, role }: { id: string; subscriberId: string; role: OfficeRole },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update office_person set role = $3 where id::text = $1 and subscriber_id = $2 and removed_at is null',
    [id, subscriberId, role],
  );
  if (rowCount !== 1) return false;
  await officeStaff.endSessionsOf(db, id, now);
  return true;
}

/** Returns the owners' ids, and locks their rows until the transaction ends. */
export async function lockOwners(client: pg.PoolClient, subscriberId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from office_person where subscriber_id = $1 and role = 'owner' and removed_at is null order by id for update`,
    [subscriberId],
  );
  return rows.map(({ id }) => id);
}

export async function removePerson(db: Db, id: string, subscriberId: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update office_person set removed_at = $3, factor = null, factor_since = null
     where id::text = $1 and subscriber_id = $2 and removed_at is null`,
    [id, subscriberId, now],
  );
  if (rowCount !== 1) return false;
  await officeStaff.endSessionsOf(db, id, now);
  return true;
}

interface NewLink {
  personId: string;
  purpose: 'invitation' | 'login';
  expiresAt: Date;
  /** Outside production, a demo link needs no second factor. */
  isDemo?: boolean;
}

/** Returns a single-use token, stored only as a hash. */
export async function issueLink(db: Db, { isDemo = false, ...link }: NewLink): Promise<string> {
  const token = await officeStaff.issueLink(db, link);
  if (isDemo) await db.query('update office_invitation set is_demo = true where hash = $1', [hashToken(token)]);
  return token;
}

/** Returns false if the person already has a confirmed authenticator. */
export async function saveFactor(db: Db, personId: string, sealed: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update office_person set factor = $2, factor_step = null where id = $1 and factor_since is null',
    [personId, sealed],
  );
  return rowCount === 1;
}

/** Returns false if this or a later code was already used. */
export async function markCodeUsed(
  db: Db,
  personId: string,
  sealed: string,
  step: number,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update office_person set factor_step = $3, factor_since = coalesce(factor_since, $4)
     where id = $1 and factor = $2 and (factor_step is null or factor_step < $3)`,
    [personId, sealed, step, now],
  );
  return rowCount === 1;
}

export async function verifyOfficeSession(db: pg.Pool | pg.PoolClient, id: string, now: Date): Promise<void> {
  await db.query('update office_session set verified_at = $2 where id = $1', [id, now]);
}
