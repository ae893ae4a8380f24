import type pg from 'pg';
import type { Db } from '../../platform/db/transaction';

export async function isPayer(client: pg.PoolClient, trn: string): Promise<boolean> {
  const { rowCount } = await client.query('select from application where trn = $1 and pays_for_household', [trn]);
  return rowCount === 1;
}

/** True if the next person who joins pays for everyone. */
export async function isFeeOwed(db: Db, householdId: string): Promise<boolean> {
  const { rowCount } = await db.query('select from household where id = $1 and fee_owed', [householdId]);
  return rowCount === 1;
}

/**
 * Sets who pays for everyone. Null means the next person who joins. Locks the applications, so that no payment can
 * start.
 */
export async function setPayer(client: pg.PoolClient, householdId: string, trn: string | null): Promise<void> {
  await client.query('select from application where household_id = $1 order by trn for update', [householdId]);
  await client.query(
    'update application set pays_for_household = trn is not distinct from $2 where household_id = $1',
    [householdId, trn],
  );
  await client.query('update household set fee_owed = $2 where id = $1', [householdId, trn === null]);
}

/** Makes the person who joins pay the shared fee, if it's owed. Requires the household's lock. */
export async function takeOwedFee(client: pg.PoolClient, householdId: string, trn: string): Promise<void> {
  await client.query(
    `with taken as (
       update household set fee_owed = false where id = $1 and fee_owed
         and exists (select from application where trn = $2 and submitted_at is null) returning id)
     update application set pays_for_household = true from taken where trn = $2`,
    [householdId, trn],
  );
}

/** True if a card may still be charged. */
export async function hasOpenPayment(client: pg.PoolClient, trn: string): Promise<boolean> {
  const { rowCount } = await client.query("select from payment where trn = $1 and state = 'pending'", [trn]);
  return rowCount === 1;
}
