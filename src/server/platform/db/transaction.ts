import type pg from 'pg';
import { retryConflicts } from './conflicts';

export type Db = pg.Pool | pg.PoolClient;

/**
 * Rolls back on errors and repeats after conflicts, so `work` must change only the database. In `work`, await only SQL
 * on `client`, because the embedded database has one connection.
 */
export function transaction<T>(db: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return retryConflicts(() => runOnce(db, work));
}

async function runOnce<T>(db: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await db.connect();
  // The next statement throws the error.
  const ignore = () => {};
  client.on('error', ignore);
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  } finally {
    client.off('error', ignore);
  }
}

export async function ping(db: pg.Pool): Promise<void> {
  await db.query('select 1');
}

export async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await db.query<{ found: string | null }>('select to_regclass($1) as found', [name]);
  return Boolean(rows[0]?.found);
}
