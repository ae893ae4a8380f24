import type pg from 'pg';
import { newTrn } from '../applicationRepository';
import type { MemberRow } from './householdRepository';

interface Invitation {
  householdId: string;
  /** The invitation uses the home and link of this application. */
  leadTrn: string;
  email: string;
  language: string;
  now: Date;
  expiresAt: Date;
}

/** Creates an unclaimed application for the member, or renews the invitation. Returns the application's trn. */
export async function openInvitation(
  client: pg.PoolClient,
  member: MemberRow,
  { householdId, leadTrn, email, language, now, expiresAt }: Invitation,
): Promise<string> {
  const trn = member.trn ?? newTrn();
  await client.query(
    `insert into application (trn, subscriber_id, entry_link_id, type, property_id, floor_id, unit_id, agent_id, office_id,
       first_name, last_name, email, household_id, household_role)
     select $1, subscriber_id, entry_link_id, type, property_id, floor_id, unit_id, agent_id, office_id, $3, $4, $5, $6, $7
     from application where trn = $2
     on conflict (trn) do update set first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email`,
    [trn, leadTrn, member.first_name, member.last_name, email, householdId, member.role],
  );
  await client.query(
    `update household_member set trn = $2, email = $3, language = $4, invited_at = $5, expires_at = $6, declined_at = null, reminded_at = null
     where id = $1`,
    [member.id, trn, email, language, now, expiresAt],
  );
  return trn;
}

/**
 * Deletes the unclaimed application, so that its link stops working. `declinedAt` is null if the lead revoked the
 * invitation.
 */
export async function closeInvitation(
  client: pg.PoolClient,
  { id, trn }: Pick<MemberRow, 'id' | 'trn'>,
  declinedAt: Date | null,
): Promise<void> {
  await client.query(
    'update household_member set trn = null, invited_at = null, expires_at = null, reminded_at = null, declined_at = $2 where id = $1',
    [id, declinedAt],
  );
  await client.query('delete from application where trn = $1 and account_id is null', [trn]);
}

export async function attachApplication(
  client: pg.PoolClient,
  { id, trn: invited, role }: Pick<MemberRow, 'id' | 'trn' | 'role'>,
  householdId: string,
  own: string,
): Promise<void> {
  await client.query('update household_member set trn = $2 where id = $1', [id, own]);
  await client.query('delete from application where trn = $1 and account_id is null', [invited]);
  await client.query(
    'update application set household_id = $2, household_role = $3, pays_for_household = false where trn = $1',
    [own, householdId, role],
  );
}

/** Returns false if a reminder has been sent since `after`. */
export async function markReminded(client: pg.PoolClient, id: string, now: Date, after: Date): Promise<boolean> {
  const { rowCount } = await client.query(
    'update household_member set reminded_at = $2 where id = $1 and (reminded_at is null or reminded_at <= $3)',
    [id, now, after],
  );
  return rowCount === 1;
}

/** True if both applications are for the same property and `own` isn't withdrawn. */
export async function isForSameHome(client: pg.PoolClient, own: string, invited: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from application o join application i on i.trn = $2 left join application_status t on t.trn = o.trn
     where o.trn = $1 and o.property_id = i.property_id and t.status is distinct from 'withdrawn'`,
    [own, invited],
  );
  return rowCount === 1;
}
