import type pg from 'pg';
import { documentId, idsOf } from '../../../model/section/documentTypes';
import type { OfficeActor } from '../../applications/review/timelineRepository';
import { OFFICE_COLUMNS, OFFICE_TABLES, type OfficeRow } from '../../applications/statusRepository';
import type { Db } from '../../platform/db/transaction';

/** Returns undefined if the application isn't submitted or belongs to another subscriber. */
export async function findOfficeApplication(
  db: Db,
  subscriberId: string,
  number: string,
): Promise<OfficeRow | undefined> {
  if (!/^\d{1,18}$/.test(number)) return undefined;
  const { rows } = await db.query<OfficeRow>(
    `select ${OFFICE_COLUMNS} from ${OFFICE_TABLES} where a.application_number = $2::bigint and t.subscriber_id = $1`,
    [subscriberId, number],
  );
  return rows[0];
}

export interface Summary {
  moveIn: string | null;
  household: number | null;
  incomeCents: number | null;
  rentCents: number | null;
  checks: OfficeRow['checks'];
  attention: OfficeRow['attention'];
  /** Hashes of phone numbers. */
  phones: string[];
}

export async function saveSummary(db: Db, trn: string, summary: Summary): Promise<void> {
  await db.query(
    `update application_status set move_in = $2::date, household = $3, income_cents = $4, rent_cents = $5, checks = $6, attention = $7::jsonb, phones = $8
     where trn = $1 and (move_in, household, income_cents, rent_cents, checks, attention, phones) is distinct from
       ($2::date, $3::int, $4::bigint, $5::bigint, $6::text, $7::jsonb, $8::text[])`,
    [
      trn,
      summary.moveIn,
      summary.household,
      summary.incomeCents,
      summary.rentCents,
      summary.checks,
      JSON.stringify(summary.attention),
      summary.phones,
    ],
  );
}

export async function markSeen(db: Db, personId: string, trn: string, now: Date): Promise<void> {
  await db.query(
    `insert into office_seen (person_id, trn, at) values ($1, $2, $3)
     on conflict (person_id, trn) do update set at = greatest(office_seen.at, excluded.at)`,
    [personId, trn, now],
  );
}

export interface NoteRow {
  id: number;
  at: Date;
  by: string | null;
  key_name: string | null;
  sealed: string;
}

export async function listNotes(db: Db, trn: string): Promise<NoteRow[]> {
  const { rows } = await db.query<NoteRow>(
    `select n.id::int, n.at, coalesce(nullif(p.name, ''), p.email) as by, coalesce(nullif(k.name, ''), k.id) as key_name, n.sealed
     from office_note n left join office_person p on p.id = n.person_id left join api_key k on k.id = n.key_id
     where n.trn = $1 order by n.id`,
    [trn],
  );
  return rows;
}

/** Idempotent by `idempotencyKey`. */
export async function addNote(
  db: Db,
  trn: string,
  note: { by: Pick<OfficeActor, 'kind' | 'id'>; sealed: string; idempotencyKey?: string; now: Date },
): Promise<{ id: number; at: Date }> {
  const idOf = (kind: OfficeActor['kind']) => (note.by.kind === kind ? note.by.id : null);
  const { rows } = await db.query<{ id: number; at: Date }>(
    `insert into office_note (trn, person_id, key_id, at, sealed, act) values ($1, $2, $3, $4, $5, $6)
     on conflict (act) where act is not null do update set act = excluded.act returning id::int, at`,
    [trn, idOf('person'), idOf('key'), note.now, note.sealed, note.idempotencyKey ?? null],
  );
  const [saved] = rows;
  if (!saved) throw new Error('The note was not saved');
  return saved;
}

export async function enqueueIfSubmitted(client: pg.PoolClient, trn: string, kinds: readonly string[]): Promise<void> {
  await client.query(
    `insert into job (kind, payload) select kind, jsonb_build_object('trn', trn)
     from application_status, unnest($2::text[]) as kind where trn = $1`,
    [trn, kinds],
  );
}

/** Returns the unit's rent, or the floor plan's if the unit has none. The ids default to the application's. */
export async function findRent(db: Db, trn: string, unitId: unknown, floorId: unknown): Promise<string | null> {
  const { rows } = await db.query<{ rent: string | null }>(
    `select coalesce(
       (select maximum_rent from unit u where u.id = coalesce($2, a.unit_id) and u.property_id = a.property_id),
       (select nullif(minimum_rent, 0) from floor f where f.id = coalesce($3, a.floor_id) and f.property_id = a.property_id)) as rent
     from application a where a.trn = $1`,
    [trn, unitId ?? null, floorId ?? null],
  );
  return rows[0]?.rent ?? null;
}

export interface DocumentRow {
  id: number;
  document_id: number;
  source_id: number;
  name: string;
  path: string;
  mime: string;
  size: number;
  has_thumbnail: boolean;
  created_at: Date;
  withdrawn_at: Date | null;
  state: 'waiting' | 'read' | null;
  sealed: string | null;
}

/** Lists documents, including withdrawn files and the office's files. */
export async function listDocuments(db: Db, trn: string): Promise<DocumentRow[]> {
  const { rows } = await db.query<DocumentRow>(
    `select d.id::int, d.document_id, d.source_id, d.name, d.blob_path as path, d.mime, d.size, d.has_thumbnail, d.created_at, d.withdrawn_at, r.state, encode(r.sealed, 'base64') as sealed
     from document d left join document_reading r on r.document = d.id where d.trn = $1 and d.document_id <> all($2) order by d.document_id, d.source_id, d.id`,
    [trn, idsOf('program').filter((id) => id !== documentId('officeMessage'))],
  );
  return rows;
}
