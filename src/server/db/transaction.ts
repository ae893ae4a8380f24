import type pg from 'pg';

/**
 * Runs `work` in one transaction and gives back its result; whatever it throws rolls everything back.
 * Inside, await nothing but SQL on the given client: the embedded database has one connection only.
 */
export async function transaction<T>(db: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await db.connect();
  // A connection that breaks between two statements tells it here; the next statement then throws.
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
