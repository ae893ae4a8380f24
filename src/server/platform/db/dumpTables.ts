import type pg from 'pg';
import { readHistory } from './migrationHistory';

export interface TableDump {
  name: string;
  /** Rows as JSON, in the order of the primary key. */
  rows: AsyncIterable<string>;
}

export interface Dump {
  tables: string[];
  sequences: Record<string, string>;
  migrations: string[];
}

/** Restored logins, scan links and limits would be outdated. A restore runs the migrations itself. */
const NOT_DUMPED = [
  'migration',
  'migration_run',
  'session',
  'refresh_token',
  'office_session',
  'studio_session',
  'scan_link',
  'rate_limit',
];

const BATCH = 500;

/** Passes the tables to `write`, all from one snapshot. PostgreSQL and PGlite can both load the dump. */
export async function dumpTables(db: pg.Pool, write: (table: TableDump) => Promise<void>): Promise<Dump> {
  const client = await db.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const tables = await listTables(client);
    for (const { name, columns, key } of tables) await write({ name, rows: readRows(client, name, columns, key) });
    return {
      tables: tables.map(({ name }) => name),
      sequences: await readSequences(client),
      migrations: await readMigrations(client),
    };
  } finally {
    await client.query('rollback').finally(() => client.release());
  }
}

interface Table {
  name: string;
  columns: string;
  key: string;
}

async function listTables(client: pg.PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name,
       (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       (select string_agg(quote_ident(attname), ', ' order by array_position(i.indkey::int2[], attnum)) from pg_attribute
        where attrelid = c.oid and attnum = any(i.indkey)) as key
     from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> all($1)
     order by c.relname`,
    [NOT_DUMPED],
  );
  return rows;
}

async function* readRows(client: pg.PoolClient, name: string, columns: string, key: string): AsyncGenerator<string> {
  const cursor = `${name}_rows`;
  await client.query(
    `declare ${cursor} no scroll cursor for
     select row_to_json(t)::text as line from (select ${columns} from ${name} order by ${key}) t`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${BATCH} from ${cursor}`);
    for (const { line } of rows) yield line;
    if (rows.length < BATCH) break;
  }
  await client.query(`close ${cursor}`);
}

async function readSequences(client: pg.PoolClient): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = current_schema() and last_value is not null order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

async function readMigrations(client: pg.PoolClient): Promise<string[]> {
  return (await readHistory(client)).map(({ name }) => name);
}
