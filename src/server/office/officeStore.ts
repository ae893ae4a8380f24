import type pg from 'pg';
import { firstStatus, type OfficeStatus } from '../../model/office';

type Db = pg.Pool | pg.PoolClient;

/** A submitted application as its office has it. */
export interface OfficeRow {
  trn: string;
  application_number: string;
  subscriber_id: string;
  first_name: string;
  last_name: string;
  email: string;
  status: OfficeStatus;
  revision: number;
  assigned_to: string | null;
  assigned_name: string | null;
  decision: string | null;
  submitted_at: Date;
  changed_at: Date;
  move_in: string | null;
  household: number | null;
  income_cents: string | null;
  rent_cents: string | null;
  checks: 'none' | 'reading' | 'passed' | 'open' | 'failed';
  property_name: string | null;
  unit_name: string | null;
  city: string | null;
}

/** The home of who came by an office's or an agent's link is the one that they named as they registered. */
export const OFFICE_COLUMNS = `t.trn, a.application_number, t.subscriber_id, a.first_name, a.last_name, a.email, t.status, t.revision,
  t.assigned_to, nullif(coalesce(nullif(w.name, ''), w.email), '') as assigned_name, t.decision, t.submitted_at, t.changed_at,
  to_char(t.move_in, 'YYYY-MM-DD') as move_in, t.household, t.income_cents, t.rent_cents, t.checks, p.name as property_name, u.name as unit_name,
  coalesce(p.city, concat_ws(', ', a.registration ->> 'address', a.registration ->> 'city')) as city`;

export const OFFICE_TABLES = `application_status t join application a on a.trn = t.trn
  left join office_person w on w.id = t.assigned_to left join property p on p.id = a.property_id left join unit u on u.id = a.unit_id`;

/** Puts an application that was just submitted before its office. */
export async function openStatus(client: pg.PoolClient, trn: string, now: Date): Promise<void> {
  await client.query(
    `insert into application_status (trn, subscriber_id, status, submitted_at, changed_at, property_id, first_key, last_key)
     select trn, subscriber_id, $2, $3, $3, property_id, lower(first_name || ' ' || last_name), lower(last_name || ' ' || first_name)
     from application where trn = $1 on conflict do nothing`,
    [trn, firstStatus, now],
  );
}

/** The subscriber's application of this number; undefined for another's, and for one that was not submitted. */
export async function findOffice(db: Db, subscriberId: string, number: string): Promise<OfficeRow | undefined> {
  if (!/^\d{1,18}$/.test(number)) return undefined;
  const { rows } = await db.query<OfficeRow>(
    `select ${OFFICE_COLUMNS} from ${OFFICE_TABLES} where a.application_number = $2::bigint and t.subscriber_id = $1`,
    [subscriberId, number],
  );
  return rows[0];
}

/** The office's side of an application that is submitted; undefined before. */
export async function findStatus(db: Db, trn: string): Promise<OfficeRow | undefined> {
  const { rows } = await db.query<OfficeRow>(`select ${OFFICE_COLUMNS} from ${OFFICE_TABLES} where t.trn = $1`, [trn]);
  return rows[0];
}

export interface Change {
  trn: string;
  /** The one that who acts has seen. */
  revision: number;
  status?: OfficeStatus;
  /** Sealed; null takes the last decision away. */
  decision?: string | null;
  assignedTo?: string | null;
  now: Date;
}

/** Writes what an act changes; undefined when the application is at another revision by now. */
export async function changeStatus(client: pg.PoolClient, change: Change): Promise<number | undefined> {
  const { trn, revision, status, decision, assignedTo, now } = change;
  const { rows } = await client.query<{ revision: number }>(
    `update application_status set revision = revision + 1, changed_at = $3, status = coalesce($4, status),
       decision = case when $5 then $6 else decision end, assigned_to = case when $7 then $8::uuid else assigned_to end
     where trn = $1 and revision = $2 returning revision`,
    [
      trn,
      revision,
      now,
      status ?? null,
      decision !== undefined,
      decision ?? null,
      assignedTo !== undefined,
      assignedTo ?? null,
    ],
  );
  return rows[0]?.revision;
}

export interface Summary {
  moveIn: string | null;
  household: number | null;
  incomeCents: number | null;
  rentCents: number | null;
  checks: OfficeRow['checks'];
}

/** What the list shows of the answers, written only where it is another than before. */
export async function keepSummary(db: Db, trn: string, it: Summary): Promise<void> {
  await db.query(
    `update application_status set move_in = $2::date, household = $3, income_cents = $4, rent_cents = $5, checks = $6
     where trn = $1 and (move_in, household, income_cents, rent_cents, checks) is distinct from ($2::date, $3::int, $4::bigint, $5::bigint, $6::text)`,
    [trn, it.moveIn, it.household, it.incomeCents, it.rentCents, it.checks],
  );
}

/** Notes that somebody has opened the application. */
export async function keepSeen(db: Db, personId: string, trn: string, now: Date): Promise<void> {
  await db.query(
    `insert into office_seen (person_id, trn, at) values ($1, $2, $3)
     on conflict (person_id, trn) do update set at = greatest(office_seen.at, excluded.at)`,
    [personId, trn, now],
  );
}

/** Has a document that came for a submitted application looked at: what the list says of it, and whether the office has asked for it. */
export function noteArrival(client: pg.PoolClient, trn: string): Promise<void> {
  return queueFor(client, trn, ['office-summary', 'office-requests']);
}

/** Has what the list says of a submitted application made anew, now that a document of it is read. */
export function noteReading(client: pg.PoolClient, trn: string): Promise<void> {
  return queueFor(client, trn, ['office-summary']);
}

async function queueFor(client: pg.PoolClient, trn: string, kinds: string[]): Promise<void> {
  await client.query(
    `insert into job (kind, payload) select kind, jsonb_build_object('trn', trn)
     from application_status, unnest($2::text[]) as kind where trn = $1`,
    [trn, kinds],
  );
}

/** A document that the office asks for; `sealed` is what it says to it. */
export interface RequestRow {
  id: number;
  document_id: number;
  source_id: number;
  sealed: string;
  asked_at: Date;
  done_at: Date | null;
}

export async function listRequests(db: Db, trn: string): Promise<RequestRow[]> {
  const { rows } = await db.query<RequestRow>(
    'select id::int, document_id, source_id, sealed, asked_at, done_at from office_request where trn = $1 order by id',
    [trn],
  );
  return rows;
}

export async function addRequest(
  client: pg.PoolClient,
  trn: string,
  it: Pick<RequestRow, 'document_id' | 'source_id' | 'sealed'>,
  now: Date,
): Promise<void> {
  await client.query(
    'insert into office_request (trn, document_id, source_id, sealed, asked_at) values ($1, $2, $3, $4, $5)',
    [trn, it.document_id, it.source_id, it.sealed, now],
  );
}

/** Gives every open request the first document of its kind that came after it; how many requests are still open, and how many were met. */
export async function meetRequests(
  client: pg.PoolClient,
  trn: string,
  now: Date,
): Promise<{ open: number; met: number }> {
  const { rowCount } = await client.query(
    `update office_request q set document = came.document, done_at = $2
     from (select w.id, min(d.id) as document from office_request w join document d
             on d.trn = w.trn and d.document_id = w.document_id and d.source_id = w.source_id and d.created_at >= w.asked_at
           where w.trn = $1 and w.done_at is null group by w.id) came
     where q.id = came.id`,
    [trn, now],
  );
  const { rows } = await client.query<{ open: number }>(
    'select count(*)::int as open from office_request where trn = $1 and done_at is null',
    [trn],
  );
  return { open: rows[0]?.open ?? 0, met: rowCount ?? 0 };
}

/** What else is open is not waited for any more. */
export async function closeRequests(client: pg.PoolClient, trn: string, now: Date): Promise<void> {
  await client.query('update office_request set done_at = $2 where trn = $1 and done_at is null', [trn, now]);
}

export interface NoteRow {
  id: number;
  at: Date;
  by: string | null;
  sealed: string;
}

export async function listNotes(db: Db, trn: string): Promise<NoteRow[]> {
  const { rows } = await db.query<NoteRow>(
    `select n.id::int, n.at, coalesce(nullif(p.name, ''), p.email) as by, n.sealed
     from office_note n left join office_person p on p.id = n.person_id where n.trn = $1 order by n.id`,
    [trn],
  );
  return rows;
}

/** Keeps a note; one that was kept under the same `act` stands as it is. */
export async function addNote(
  db: Db,
  trn: string,
  it: { personId: string | null; sealed: string; act?: string; now: Date },
): Promise<{ id: number; at: Date }> {
  const { rows } = await db.query<{ id: number; at: Date }>(
    `insert into office_note (trn, person_id, at, sealed, act) values ($1, $2, $3, $4, $5)
     on conflict (act) where act is not null do update set act = excluded.act returning id::int, at`,
    [trn, it.personId, it.now, it.sealed, it.act ?? null],
  );
  const [note] = rows;
  if (!note) throw new Error('The note was not kept');
  return note;
}
