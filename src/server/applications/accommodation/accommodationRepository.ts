import type pg from 'pg';
import type { Db } from '../../platform/db/transaction';

export interface AccommodationRow {
  id: number;
  /** Encrypted. */
  text: string;
  at: Date;
  read_at: Date | null;
  answered_at: Date | null;
}

interface ReceivedRow extends AccommodationRow {
  trn: string;
  number: string;
  name: string;
  email: string;
}

export async function insertAccommodation(
  client: pg.PoolClient,
  { trn, text, at }: { trn: string; text: string; at: Date },
): Promise<void> {
  await client.query('insert into accommodation_request (trn, text, at) values ($1, $2, $3)', [trn, text, at]);
}

export async function listAccommodations(db: Db, trn: string): Promise<AccommodationRow[]> {
  const { rows } = await db.query<AccommodationRow>(
    'select id::int, text, at, read_at, answered_at from accommodation_request where trn = $1 order by at desc, id desc',
    [trn],
  );
  return rows;
}

export async function listReceived(db: Db, subscriberId: string): Promise<ReceivedRow[]> {
  const { rows } = await db.query<ReceivedRow>(
    `select r.id::int, r.text, r.at, r.read_at, r.answered_at, r.trn, a.application_number::text as number,
       a.first_name || ' ' || a.last_name as name, a.email
     from accommodation_request r join application a on a.trn = r.trn
     where a.subscriber_id = $1 order by r.at desc, r.id desc limit 500`,
    [subscriberId],
  );
  return rows;
}

export async function markRead(db: Db, subscriberId: string, now: Date): Promise<void> {
  await db.query(
    `update accommodation_request r set read_at = $2
     from application a where a.trn = r.trn and a.subscriber_id = $1 and r.read_at is null`,
    [subscriberId, now],
  );
}

/** Returns false if this landlord has no such request. */
export async function markAnswered(db: Db, subscriberId: string, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update accommodation_request r set answered_at = coalesce(r.answered_at, $3), read_at = coalesce(r.read_at, $3)
     from application a where a.trn = r.trn and a.subscriber_id = $1 and r.id = $2`,
    [subscriberId, id, now],
  );
  return rowCount === 1;
}

export async function listOfficeEmails(
  db: Db,
  subscriberId: string,
  role: 'accommodation' | 'owner',
): Promise<{ email: string; language: string }[]> {
  const { rows } = await db.query<{ email: string; language: string }>(
    'select email, language from office_person where subscriber_id = $1 and role = $2 and removed_at is null order by email',
    [subscriberId, role],
  );
  return rows;
}
