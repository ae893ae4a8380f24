import type pg from 'pg';
import { householdRules } from '../../../model/household';
import type { HouseholdRole } from '../../../model/types';
import type { Db } from '../../platform/db/transaction';

export interface MemberRow {
  id: string;
  role: HouseholdRole;
  is_lead: boolean;
  listed_as: string | null;
  trn: string | null;
  first_name: string;
  last_name: string;
  email: string;
  /** The lead who entered the name and email. Null for the first lead. */
  typed_by: string | null;
  language: string;
  invited_at: Date | null;
  expires_at: Date | null;
  reminded_at: Date | null;
  joined_at: Date | null;
  declined_at: Date | null;
  removed_at: Date | null;
  submitted_at: Date | null;
  /** Null before submission. */
  status: string | null;
}

export interface Household {
  id: string;
  subscriber_id: string;
  revision: number;
  /** Open pages with an older revision are outdated. */
  members_revision: number;
  completed_at: Date | null;
  members: MemberRow[];
  /** Members who were named in step 2 and later removed. */
  removed: MemberRow[];
}

type HouseholdRow = Omit<Household, 'members' | 'removed'>;

export async function findHousehold(db: Db, id: string): Promise<Household | undefined> {
  return (await findHouseholds(db, [id]))[0];
}

export async function findHouseholds(db: Db, ids: readonly string[]): Promise<Household[]> {
  const { rows } = await db.query<HouseholdRow>(
    'select id, subscriber_id, revision, members_revision, completed_at from household where id = any($1::uuid[])',
    [ids],
  );
  return withMembers(db, rows);
}

export async function lockHousehold(client: pg.PoolClient, id: string): Promise<Household | undefined> {
  const { rows } = await client.query<HouseholdRow>(
    'select id, subscriber_id, revision, members_revision, completed_at from household where id = $1 for update',
    [id],
  );
  return (await withMembers(client, rows))[0];
}

/** Lock the household before the application, to avoid deadlocks. */
export async function lockHouseholdByTrn(client: pg.PoolClient, trn: string): Promise<Household | undefined> {
  const id = await findHouseholdByTrn(client, trn);
  return id ? lockHousehold(client, id) : undefined;
}

async function withMembers(db: Db, households: readonly HouseholdRow[]): Promise<Household[]> {
  if (households.length === 0) return [];
  const { rows } = await db.query<MemberRow & { household_id: string }>(
    `select m.household_id, m.id, m.role, m.is_lead, m.listed_as, m.trn, m.first_name, m.last_name, m.email, m.typed_by, m.language, m.invited_at, m.expires_at,
       m.reminded_at, m.joined_at, m.declined_at, m.removed_at, a.submitted_at, t.status
     from household_member m left join application a on a.trn = m.trn left join application_status t on t.trn = m.trn
     where m.household_id = any($1::uuid[]) order by m.is_lead desc, m.place`,
    [households.map(({ id }) => id)],
  );
  return households.map((household) => {
    const own = rows.filter(({ household_id }) => household_id === household.id);
    const members = own.filter(({ removed_at }) => removed_at === null);
    return { ...household, members, removed: own.filter((row) => !members.includes(row)) };
  });
}

export async function findHouseholdByTrn(db: Db, trn: string): Promise<string | undefined> {
  const { rows } = await db.query<{ household_id: string | null }>(
    'select household_id from application where trn = $1',
    [trn],
  );
  return rows[0]?.household_id ?? undefined;
}

/** Creates a household led by the applicant, unless the application has one. Returns the household's id. */
export async function ensureHousehold(client: pg.PoolClient, trn: string, now: Date): Promise<string> {
  await client.query('select from application where trn = $1 for update', [trn]);
  const existing = await findHouseholdByTrn(client, trn);
  if (existing) return existing;
  const { rows } = await client.query<{ id: string }>(
    `with made as (
       insert into household (subscriber_id, created_at) select subscriber_id, $2 from application where trn = $1 returning id
     ), led as (
       insert into household_member (household_id, role, is_lead, trn, first_name, last_name, email, created_at, joined_at, place)
       select made.id, $3, true, a.trn, a.first_name, a.last_name, a.email, $2, $2, 1 from application a, made where a.trn = $1
     ), marked as (
       update application set household_id = made.id, household_role = $3, pays_for_household = true from made where trn = $1
     )
     select id from made`,
    [trn, now, householdRules().beginsAs],
  );
  return rows[0]?.id ?? '';
}

export interface NewMember {
  role: HouseholdRole;
  listedAs: string | null;
  first_name: string;
  last_name: string;
  email: string;
}

/** Requires the household's lock. */
export async function insertMember(
  client: pg.PoolClient,
  householdId: string,
  { role, listedAs, first_name, last_name, email }: NewMember,
  now: Date,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into household_member (household_id, role, listed_as, first_name, last_name, email, created_at, place, typed_by)
     select $1, $2, $3, $4, $5, $6, $7, coalesce(max(place), 0) + 1, (array_agg(id) filter (where is_lead))[1]
     from household_member where household_id = $1 returning id`,
    [householdId, role, listedAs, first_name, last_name, email, now],
  );
  return rows[0]?.id ?? '';
}

export async function renameMember(
  client: pg.PoolClient,
  id: string,
  { role, first_name, last_name }: Pick<NewMember, 'role' | 'first_name' | 'last_name'>,
): Promise<void> {
  await client.query(
    `with renamed as (
       update household_member set role = $2, first_name = $3, last_name = $4 where id = $1 returning trn, role)
     update application a set household_role = renamed.role from renamed where a.trn = renamed.trn`,
    [id, role, first_name, last_name],
  );
}

/** Deletes the member and the member's unclaimed application. A claimed application leaves the household. */
export async function deleteMember(client: pg.PoolClient, { id, trn }: Pick<MemberRow, 'id' | 'trn'>): Promise<void> {
  await client.query('delete from household_member where id = $1', [id]);
  if (trn) await releaseApplication(client, trn);
}

/** Marks a member as removed. Keeps the row, because saving step 2 would otherwise add the person again. */
export async function markRemoved(
  client: pg.PoolClient,
  { id, trn }: Pick<MemberRow, 'id' | 'trn'>,
  now: Date,
): Promise<void> {
  await client.query(
    `update household_member set removed_at = $2, trn = null, is_lead = false, invited_at = null, expires_at = null, reminded_at = null,
       joined_at = null, declined_at = null where id = $1`,
    [id, now],
  );
  if (trn) await releaseApplication(client, trn);
}

async function releaseApplication(client: pg.PoolClient, trn: string): Promise<void> {
  await client.query('delete from application where trn = $1 and account_id is null', [trn]);
  await client.query(
    'update application set household_id = null, household_role = null, pays_for_household = false where trn = $1',
    [trn],
  );
}

export async function setLead(client: pg.PoolClient, householdId: string, memberId: string | null): Promise<void> {
  await client.query('update household_member set is_lead = false where household_id = $1 and is_lead', [householdId]);
  if (memberId) await client.query('update household_member set is_lead = true where id = $1', [memberId]);
}

/** Returns the new revision. If `isProgress` is true, open pages can still save. */
export async function touchHousehold(
  client: pg.PoolClient,
  id: string,
  { completedAt, isProgress }: { completedAt: Date | null; isProgress: boolean },
): Promise<number> {
  const { rows } = await client.query<{ revision: number }>(
    `update household set revision = revision + 1, completed_at = $2,
       members_revision = case when $3 then members_revision else revision + 1 end
     where id = $1 returning revision`,
    [id, completedAt, isProgress],
  );
  return rows[0]?.revision ?? 0;
}

export async function deleteHousehold(client: pg.PoolClient, id: string): Promise<void> {
  await client.query('delete from application where household_id = $1 and account_id is null', [id]);
  await client.query(
    'update application set household_role = null, pays_for_household = false where household_id = $1',
    [id],
  );
  await client.query('delete from household where id = $1', [id]);
}

export async function markJoined(client: pg.PoolClient, trn: string, now: Date): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    'update household_member set joined_at = coalesce(joined_at, $2), declined_at = null where trn = $1 returning id',
    [trn, now],
  );
  return rows[0]?.id;
}

export async function markRecorded(client: pg.PoolClient, id: string, state: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'update household_member set recorded_state = $2 where id = $1 and recorded_state is distinct from $2',
    [id, state],
  );
  return rowCount === 1;
}
