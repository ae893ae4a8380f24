import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { transaction } from './transaction';

/** Runs the SQL files of `folder` that this database has not seen, in order of their names; several processes may start at once. */
export function migrate(db: pg.Pool, folder: string): Promise<void> {
  return transaction(db, async (client) => {
    await client.query('select pg_advisory_xact_lock(4711)');
    await client.query(
      'create table if not exists migration (name text primary key, at timestamptz not null default now())',
    );
    const done = await client.query<{ name: string }>('select name from migration');
    const names = new Set(done.rows.map((row) => row.name));
    for (const name of await listMigrations(folder)) if (!names.has(name)) await apply(client, folder, name);
  });
}

async function listMigrations(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

async function apply(client: pg.PoolClient, folder: string, name: string): Promise<void> {
  await client.query(await readFile(path.join(folder, name), 'utf8'));
  await client.query('insert into migration (name) values ($1)', [name]);
}
