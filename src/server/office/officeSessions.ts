import type pg from 'pg';
import type { StaffSession } from '../auth/staff';
import { officeStaff, type PersonRow } from './peopleStore';

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
