import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { messages } from '../../../messages/serverMessages';
import { fillText } from '../../../model/messages/fillText';
import { type Db, hasTable } from './transaction';

export interface MigrationFile {
  name: string;
  sha256: string;
}

interface Run {
  name: string;
  sha256: string | null;
}

/** node-pg-migrate's table. Its names have no file extension. */
export const HISTORY = 'migration_run';

/** The table that earlier releases used. */
const FORMER_HISTORY = 'migration';

/** Earlier files may have run in any order. */
const FIRST_ORDERED = '250';

export class MigrationsRefused extends Error {}

export async function readMigrationFiles(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({ name, sha256: hashSql(await readFile(path.join(folder, name), 'utf8')) })),
  );
}

/** Ignores line endings, because Git may change them. */
const hashSql = (sql: string) => createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');

export async function hasMigrations(db: Db): Promise<boolean> {
  return (await hasTable(db, HISTORY)) || (await hasTable(db, FORMER_HISTORY));
}

export async function createHistory(client: pg.PoolClient, files: readonly MigrationFile[]): Promise<void> {
  if (await hasTable(client, HISTORY)) return;
  const former = await hasTable(client, FORMER_HISTORY);
  await client.query('begin');
  await client.query(CREATE_HISTORY);
  if (former) await client.query(COPY_FORMER, [files.map(({ name }) => name), files.map(({ sha256 }) => sha256)]);
  await client.query('commit');
}

/** node-pg-migrate uses `varchar(255)` and `timestamp`. */
const CREATE_HISTORY = `
  create table ${HISTORY} (
    id serial primary key, name varchar(255) not null unique, run_on timestamp not null, sha256 text
  )`;

const COPY_FORMER = `
  insert into ${HISTORY} (name, run_on, sha256)
  select left(former.name, -4), former.at, file.sha256
  from ${FORMER_HISTORY} former left join unnest($1::text[], $2::text[]) file (name, sha256) using (name)
  order by former.at, former.name`;

export async function recordChecksums(client: pg.PoolClient, files: readonly MigrationFile[]): Promise<void> {
  await client.query(
    `update ${HISTORY} run set sha256 = file.sha256
     from unnest($1::text[], $2::text[]) file (name, sha256) where file.name = run.name || '.sql' and run.sha256 is null`,
    [files.map(({ name }) => name), files.map(({ sha256 }) => sha256)],
  );
}

/** Returns the migrations that ran, sorted by name. Falls back to the history of earlier releases. */
export async function readHistory(db: Db): Promise<Run[]> {
  if (await hasTable(db, HISTORY)) {
    const sql = `select name || '.sql' as name, sha256 from ${HISTORY} order by name collate "C"`;
    return (await db.query<Run>(sql)).rows;
  }
  if (!(await hasTable(db, FORMER_HISTORY))) return [];
  return (await db.query<Run>(`select name, null as sha256 from ${FORMER_HISTORY} order by name collate "C"`)).rows;
}

/**
 * Throws `MigrationsRefused` if a file changed after it ran. From file 250 on, also throws if a pending file precedes a
 * file that ran.
 */
export function findPending(files: readonly MigrationFile[], history: readonly Run[]): MigrationFile[] {
  const runs = new Map(history.map(({ name, sha256 }) => [name, sha256]));
  const changed = files.filter(({ name, sha256 }) => (runs.get(name) ?? sha256) !== sha256);
  if (changed.length) refuse('changed', changed);
  const pending = files.filter(({ name }) => !runs.has(name));
  const last = history.at(-1)?.name ?? '';
  const late = pending.filter(({ name }) => name >= FIRST_ORDERED && name < last);
  if (late.length) refuse('disordered', late);
  return pending;
}

function refuse(reason: 'changed' | 'disordered', files: readonly MigrationFile[]): never {
  const names = files.map(({ name }) => name).join(', ');
  throw new MigrationsRefused(fillText(messages('operator').migrations[reason], { names }));
}
