import type pg from 'pg';
import type { Answers, ApplicationType } from '../../model/types';

type Db = pg.Pool | pg.PoolClient;
type Row = Record<string, unknown>;

/** The rows an operator makes, each below a subscriber. */
export type OwnedTable = 'property' | 'office' | 'agent';

/** What an entry link leads to; ids of rows. */
export interface LinkTarget {
  type: ApplicationType;
  subscriber_id: string;
  property_id?: number;
  floor_id?: number;
  unit_id?: number;
  agent_id?: string;
  office_id?: number;
}

/** Inserts a row whose columns are the object's own names (ours, never a request's) and gives it back. */
export async function insertRow(
  db: Db,
  table: 'subscriber' | OwnedTable | 'floor' | 'unit' | 'entry_link',
  row: Row | LinkTarget,
): Promise<Row> {
  const entries = Object.entries(row).filter(([, value]) => value !== undefined);
  const { rows } = await db.query<Row>(
    `insert into ${table} (${entries.map(([name]) => name).join(', ')})
     values (${entries.map((_, index) => `$${index + 1}`).join(', ')}) returning *`,
    entries.map(([, value]) => value),
  );
  return rows[0] ?? {};
}

/** A subscriber's property, office or agent by its code. */
export async function findOwned(db: Db, table: OwnedTable, subscriber: string, code: string): Promise<Row | undefined> {
  return (await db.query<Row>(`select * from ${table} where subscriber_id = $1 and code = $2`, [subscriber, code]))
    .rows[0];
}

/** A property's floor plan or unit by its code. */
export async function findInProperty(
  db: Db,
  table: 'floor' | 'unit',
  property: unknown,
  code: string,
): Promise<Row | undefined> {
  return (await db.query<Row>(`select * from ${table} where property_id = $1 and code = $2`, [property, code])).rows[0];
}

export async function findSubscriber(db: Db, id: string): Promise<Row | undefined> {
  return (await db.query<Row>('select * from subscriber where id = $1', [id])).rows[0];
}

export async function listSubscribers(db: Db): Promise<Row[]> {
  return (await db.query<Row>('select id, name, time_zone, fee_cents from subscriber order by id')).rows;
}

export async function listOwned(db: Db, table: OwnedTable, subscriber: string): Promise<Row[]> {
  const name = table === 'agent' ? 'full_name' : 'name';
  return (
    await db.query<Row>(`select code, ${name} as name from ${table} where subscriber_id = $1 order by code`, [
      subscriber,
    ])
  ).rows;
}

export async function listFloors(db: Db, property: unknown): Promise<Row[]> {
  return (
    await db.query<Row>(
      'select code, name, minimum_rent, maximum_rent from floor where property_id = $1 order by code',
      [property],
    )
  ).rows;
}

export async function listUnits(db: Db, property: unknown): Promise<Row[]> {
  return (
    await db.query<Row>(
      `select u.code, u.name, f.code as floor, u.maximum_rent from unit u join floor f on f.id = u.floor_id
       where u.property_id = $1 order by u.code`,
      [property],
    )
  ).rows;
}

/** A subscriber's submitted application by its number or transaction id. */
export async function findSubmitted(
  db: Db,
  subscriber: string,
  trnOrNumber: string,
): Promise<{ trn: string; number: string; status: string; changed_at: Date } | undefined> {
  const { rows } = await db.query<{ trn: string; number: string; status: string; changed_at: Date }>(
    `select t.trn, a.application_number::text as number, t.status, t.changed_at
     from application_status t join application a on a.trn = t.trn
     where t.subscriber_id = $1 and (t.trn = $2 or a.application_number::text = $2)`,
    [subscriber, trnOrNumber],
  );
  return rows[0];
}

/** Makes a link useless from `now` on; false when it was so already. */
export async function revokeLink(db: Db, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await db.query('update entry_link set revoked_at = $2 where id = $1 and revoked_at is null', [
    id,
    now,
  ]);
  return rowCount === 1;
}

/** Whom a transaction was made for; the invitation fills it into the registration. */
export async function nameInvited(
  db: Db,
  trn: string,
  who: { first: string; last: string; email: string },
): Promise<void> {
  await db.query('update application set first_name = $2, last_name = $3, email = $4 where trn = $1', [
    trn,
    who.first,
    who.last,
    who.email,
  ]);
}

/** Whom of a subscriber's office to tell by mail; nobody with null. */
export async function saveOfficeMail(db: Db, subscriber: string, to: string | null): Promise<void> {
  await db.query('update subscriber set office_email = $2 where id = $1', [subscriber, to]);
}

/** Null for all. */
export async function saveDeclineReasons(db: Db, subscriber: string, only: string[] | null): Promise<void> {
  await db.query('update subscriber set decline_reasons = $2 where id = $1', [subscriber, only]);
}

/** Puts a setting into one group and out of the other; without `setting` out of both. */
export async function saveSetting(
  db: Db,
  subscriber: string,
  group: 'documents' | 'fields',
  key: string,
  setting: string | undefined,
): Promise<void> {
  await db.query(
    `update subscriber set settings = settings
       || jsonb_build_object('documents', coalesce(settings -> 'documents', '{}') - $2::text)
       || jsonb_build_object('fields', coalesce(settings -> 'fields', '{}') - $2::text)
     where id = $1`,
    [subscriber, key],
  );
  if (setting === undefined) return;
  await db.query(
    `update subscriber set settings = jsonb_set(settings, array[$2, $3], to_jsonb($4::text)) where id = $1`,
    [subscriber, group, key, setting],
  );
}

/** One section's answers as they lie, for comparing schema files; nobody's name goes into a report. */
export interface StoredSection {
  trn: string;
  /** The step for saved answers, null for a draft. */
  step: string | null;
  section: string;
  data: Answers;
  complete: boolean;
  schema_version: string | null;
  subscriber_id: string;
  application_type: string;
  first_name: string;
  last_name: string;
}

interface ImpactStore {
  sections(): Promise<StoredSection[]>;
  /** The schema files of every version that was ever in force here. */
  versions(): Promise<Map<string, Record<string, unknown>>>;
}

export function createImpactStore(db: pg.Pool): ImpactStore {
  return {
    async sections() {
      const { rows } = await db.query<StoredSection>(SECTIONS);
      return rows;
    },
    async versions() {
      const { rows } = await db.query<{ version: string; files: Record<string, unknown> }>(
        'select version, files from schema_version order by at',
      );
      return new Map(rows.map(({ version, files }) => [version, files]));
    },
  };
}

const SECTIONS = `
  select r.trn, r.step, r.section, r.data, r.complete, r.schema_version, a.subscriber_id, a.type as application_type, a.first_name, a.last_name
  from (
    select trn, step, each.key as section, each.value as data, complete, schema_version
    from step_answer, jsonb_each(data) each
    union all
    select trn, null, section, data, false, schema_version from draft
  ) r join application a on a.trn = r.trn
  order by r.trn, r.section`;
