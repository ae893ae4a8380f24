import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { messages } from '../../../messages/serverMessages';
import { fillText } from '../../../model/messages/fillText';
import { type Config, findRoot } from '../config';
import { hasTable, transaction } from './transaction';

const FOLDER = path.join(findRoot(), 'src/server/platform/db/migrations');

/**
 * Runs the pending migrations, all or none, and returns their names. Several processes may start at once. `only` leaves out those that a
 * backup was made without.
 */
export function migrate(db: pg.Pool, folder = FOLDER, only?: readonly string[]): Promise<string[]> {
  return transaction(db, async (client) => {
    await client.query('select pg_advisory_xact_lock(4711)');
    await client.query(
      'create table if not exists migration (name text primary key, at timestamptz not null default now())',
    );
    const pending = (await findPending(client, folder)).filter((name) => only?.includes(name) ?? true);
    for (const name of pending) await apply(client, folder, name);
    return pending;
  });
}

async function apply(client: pg.PoolClient, folder: string, name: string): Promise<void> {
  await client.query(await readFile(path.join(folder, name), 'utf8'));
  await client.query('insert into migration (name) values ($1)', [name]);
}

/** Migrations that this database hasn't run, in their order. Changes nothing. */
export async function pendingMigrations(db: pg.Pool, folder = FOLDER): Promise<string[]> {
  return (await hasTable(db, 'migration')) ? findPending(db, folder) : listMigrations(folder);
}

async function findPending(db: pg.Pool | pg.PoolClient, folder: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>('select name from migration');
  const done = new Set(rows.map(({ name }) => name));
  return (await listMigrations(folder)).filter((name) => !done.has(name));
}

export async function listMigrations(folder = FOLDER): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

export class MigrationsPending extends Error {}

/** Runs the pending migrations. Throws `MigrationsPending` instead if MIGRATE_ON_START is off. */
export async function migrateIfAllowed(db: pg.Pool, { migrateOnStart }: Pick<Config, 'migrateOnStart'>): Promise<void> {
  if (migrateOnStart) return void (await migrate(db));
  const pending = await pendingMigrations(db);
  if (pending.length)
    throw new MigrationsPending(fillText(messages('operator').migrations.refused, { names: pending.join(', ') }));
}
