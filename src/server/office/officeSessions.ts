import type pg from 'pg';
import { createToken, hashToken } from '../auth/tokens';
import type { PersonRow } from './peopleStore';

/** As an applicant's: 15 minutes idle, 12 hours in all (security page). */
const idleSeconds = 15 * 60;
const wholeSeconds = 12 * 3600;
const DEVICE_LENGTH = 256;

/** A live session with its person and their subscriber. */
export interface OfficeSessionRow extends PersonRow {
  session_id: string;
  seen_at: Date;
  ends_at: Date;
  verified_at: Date | null;
  subscriber_name: string;
  logo_url: string;
  accent: string;
  time_zone: string;
}

/** Begins a session and gives the only copy of its token. */
export async function beginOfficeSession(
  db: pg.Pool | pg.PoolClient,
  person: { id: string; isVerified: boolean; device: string },
  now: Date,
): Promise<string> {
  const token = createToken();
  await db.query(
    `insert into office_session (person_id, hash, device, created_at, seen_at, ends_at, verified_at)
     values ($1, $2, $3, $4, $4, $5, $6)`,
    [
      person.id,
      hashToken(token),
      person.device.slice(0, DEVICE_LENGTH),
      now,
      new Date(now.getTime() + wholeSeconds * 1000),
      person.isVerified ? now : null,
    ],
  );
  return token;
}

/** Whose token it is; undefined once the session is over or its person was removed. Used, it lasts on. */
export async function findOfficeSession(db: pg.Pool, token: string, now: Date): Promise<OfficeSessionRow | undefined> {
  const { rows } = await db.query<OfficeSessionRow>({
    name: 'find-office-session',
    text: `select p.*, o.id as session_id, o.seen_at, o.ends_at, o.verified_at, s.name as subscriber_name, s.logo_url, s.accent, s.time_zone
      from office_session o join office_person p on p.id = o.person_id join subscriber s on s.id = p.subscriber_id
      where o.hash = $1 and o.ended_at is null and o.ends_at > $2 and o.seen_at >= $3 and p.removed_at is null`,
    values: [hashToken(token), now, new Date(now.getTime() - idleSeconds * 1000)],
  });
  const [row] = rows;
  if (!row) return undefined;
  if (now.getTime() - row.seen_at.getTime() <= 60_000) return row;
  await db.query('update office_session set seen_at = greatest(seen_at, $2) where id = $1', [row.session_id, now]);
  return { ...row, seen_at: now };
}

/** When the session ends unless it is used before. */
export function endOf({ seen_at, ends_at }: Pick<OfficeSessionRow, 'seen_at' | 'ends_at'>): Date {
  return new Date(Math.min(ends_at.getTime(), seen_at.getTime() + idleSeconds * 1000));
}

export async function verifyOfficeSession(db: pg.Pool, id: string, now: Date): Promise<void> {
  await db.query('update office_session set verified_at = $2 where id = $1', [id, now]);
}

export async function endOfficeSession(db: pg.Pool, id: string, now: Date): Promise<void> {
  await db.query('update office_session set ended_at = $2 where id = $1 and ended_at is null', [id, now]);
}

/** A day past their end, sessions and links are of no use to anybody. */
export async function sweepOffice(db: pg.Pool, before: Date): Promise<void> {
  await db.query('delete from office_session where ends_at < $1 or ended_at < $1', [before]);
  await db.query('delete from office_invitation where expires_at < $1', [before]);
}
