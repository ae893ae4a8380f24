import type pg from 'pg';
import { hasTable } from '../../../server/platform/db/transaction';

export async function listErased(db: pg.Pool): Promise<string[]> {
  const { rows } = await db.query<{ trn: string }>('select trn from erasure order by trn');
  return rows.map(({ trn }) => trn);
}

export async function markRestored(client: pg.PoolClient, id: string): Promise<void> {
  await client.query('insert into restored_backup (id) values ($1) on conflict do nothing', [id]);
}

export async function isRestored(db: pg.Pool, id: string): Promise<boolean> {
  if (!(await hasTable(db, 'restored_backup'))) return false;
  return (await db.query('select from restored_backup where id = $1', [id])).rowCount === 1;
}

/** Puts jobs and webhook deliveries on hold, because they may have run since the backup. Returns their number. */
export async function pauseQueues(client: pg.PoolClient, reason: string): Promise<number> {
  const jobs = await client.query(
    'update job set given_up_at = now(), first_tried_at = coalesce(first_tried_at, now()), told_at = now(), error = $1 where given_up_at is null',
    [reason],
  );
  const deliveries = await client.query(
    "update delivery set state = 'failed', leased_until = null, answer = $1 where state = 'waiting'",
    [reason],
  );
  return (jobs.rowCount ?? 0) + (deliveries.rowCount ?? 0);
}
