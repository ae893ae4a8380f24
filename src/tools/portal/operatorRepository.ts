import type pg from 'pg';
import type { ApplicationType, HouseholdFees } from '../../model/types';

type Db = pg.Pool | pg.PoolClient;
type Row = Record<string, unknown>;

export type OwnedTable = 'property' | 'office' | 'agent';

export interface LinkTarget {
  type: ApplicationType;
  subscriber_id: string;
  property_id?: number;
  floor_id?: number;
  unit_id?: number;
  agent_id?: string;
  office_id?: number;
}

/** Adds a row and returns it. Column names must come from code, because they aren't escaped. */
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

export async function findOwned(db: Db, table: OwnedTable, subscriber: string, code: string): Promise<Row | undefined> {
  return (await db.query<Row>(`select * from ${table} where subscriber_id = $1 and code = $2`, [subscriber, code]))
    .rows[0];
}

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

/** Finds a submitted application by transaction ID or application number. */
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

/** Returns false if the link was already revoked. */
export async function revokeLink(db: Db, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await db.query('update entry_link set revoked_at = $2 where id = $1 and revoked_at is null', [
    id,
    now,
  ]);
  return rowCount === 1;
}

export async function setInvitee(
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

/** Sets the law that applies to a property. If null, the address determines it. */
export async function savePlace(db: Db, property: number, place: string | null): Promise<void> {
  await db.query('update property set place = $2 where id = $1', [property, place]);
}

export async function saveFee(db: Db, subscriber: string, cents: number): Promise<void> {
  await db.query('update subscriber set fee_cents = $2 where id = $1', [subscriber, cents]);
}

export async function saveHouseholdFees(db: Db, subscriber: string, fees: HouseholdFees): Promise<void> {
  await db.query(
    `update subscriber set settings = jsonb_set(settings::jsonb, '{household}', coalesce(settings::jsonb -> 'household', '{}') || $2::jsonb)
     where id = $1`,
    [subscriber, JSON.stringify(fees)],
  );
}

export async function findHouseholdFees(db: Db, subscriber: string): Promise<HouseholdFees> {
  const { rows } = await db.query<{ household: HouseholdFees | null }>(
    "select settings::jsonb -> 'household' as household from subscriber where id = $1",
    [subscriber],
  );
  return rows[0]?.household ?? {};
}

/** Sets the address for emails about submissions and deadlines. If null, deadline emails go to the support address. */
export async function saveOfficeMail(db: Db, subscriber: string, to: string | null): Promise<void> {
  await db.query('update subscriber set office_email = $2 where id = $1', [subscriber, to]);
}

/** Sets the reasons for declining that the office can choose. If null, the office can choose all. */
export async function saveDeclineReasons(db: Db, subscriber: string, only: string[] | null): Promise<void> {
  await db.query('update subscriber set decline_reasons = $2 where id = $1', [subscriber, only]);
}

/** Sets the reports that the landlord orders. If null, the landlord orders all. */
export async function saveOrderedReports(db: Db, subscriber: string, only: string[] | null): Promise<void> {
  await db.query('update subscriber set ordered_reports = $2 where id = $1', [subscriber, only]);
}

export async function saveCriteria(
  db: Db,
  subscriber: string,
  { criteria, listed }: { criteria: string; listed: string[] | null },
): Promise<void> {
  await db.query('update subscriber set screening_criteria = $2, listed_reasons = $3 where id = $1', [
    subscriber,
    criteria,
    listed,
  ]);
}

/**
 * Stores a setting in one group and removes it from the other group. Without `setting`, removes it from both groups.
 */
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

/** Lists subscribers with settings that were published in the Studio. */
export async function listPublishedSubscribers(db: pg.Pool): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    "select distinct subscriber_id as id from studio_version where state = 'live' and subscriber_id is not null order by 1",
  );
  return rows.map(({ id }) => id);
}

interface ServerRow {
  version: string;
  /** 150014 for version 15.14. */
  version_number: number;
  now: Date;
}

export async function readServer(db: pg.Pool): Promise<ServerRow> {
  const { rows } = await db.query<ServerRow>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as version_number, clock_timestamp() as now`,
  );
  const [found] = rows;
  if (!found) throw new Error('The database reported no version');
  return found;
}
