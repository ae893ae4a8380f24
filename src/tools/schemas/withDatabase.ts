import path from 'node:path';
import type pg from 'pg';
import { type Config, readConfig } from '../../server/config';
import { openDatabase } from '../../server/db/database';
import { migrate } from '../../server/db/migrate';
import { findRoot } from '../../server/root';

/** Opens the database this machine's settings name, brings it up to date, and closes it whatever happens. Throws while a server holds an embedded one. */
export async function withDatabase<T>(work: (opened: { db: pg.Pool; config: Config }) => Promise<T>): Promise<T> {
  const root = findRoot();
  const config = readConfig(process.env, root);
  const database = await openDatabase(config.databaseUrl, config.dataDir);
  try {
    await migrate(database.db, path.join(root, 'src/server/db/migrations'));
    return await work({ db: database.db, config });
  } finally {
    await database.close();
  }
}
