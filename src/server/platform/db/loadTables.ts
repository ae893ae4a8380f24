import type pg from 'pg';
import type { Dump, TableDump } from './dumpTables';

const BATCH_BYTES = 1_000_000;

export async function isUnused(db: pg.Pool): Promise<boolean> {
  const { rows } = await db.query<{ used: boolean }>(
    'select exists (select from subscriber) or exists (select from account) as used',
  );
  return !rows[0]?.used;
}

/**
 * Replaces the tables' rows in the caller's transaction. Triggers don't run, because the dump includes their results.
 * Returns the number of rows by table.
 */
export async function loadTables(
  client: pg.PoolClient,
  dump: Pick<Dump, 'tables' | 'sequences'>,
  read: (name: string) => TableDump['rows'],
): Promise<Record<string, number>> {
  const tables = (await listInOrder(client)).filter((name) => dump.tables.includes(name));
  for (const name of tables) await client.query(`alter table ${name} disable trigger user`);
  for (const name of [...tables].reverse()) await client.query(`delete from ${name}`);
  const counts: Record<string, number> = {};
  for (const name of tables) counts[name] = await load(client, name, read(name));
  for (const name of tables) await client.query(`alter table ${name} enable trigger user`);
  for (const [name, value] of Object.entries(dump.sequences))
    await client.query('select setval(to_regclass($1), $2::bigint)', [name, value]);
  return counts;
}

/** Lists each table after the tables that its foreign keys refer to. */
async function listInOrder(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; needs: string[] }>(
    `select c.relname as name, array(
       select distinct confrelid::regclass::text from pg_constraint
       where contype = 'f' and conrelid = c.oid and confrelid <> c.oid) as needs
     from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`,
  );
  const ordered: string[] = [];
  const add = ({ name, needs }: (typeof rows)[number]): void => {
    if (ordered.includes(name)) return;
    for (const row of rows) if (needs.includes(row.name)) add(row);
    ordered.push(name);
  };
  for (const row of rows) add(row);
  return ordered;
}

async function load(client: pg.PoolClient, name: string, lines: TableDump['rows']): Promise<number> {
  const columns = await insertColumns(client, name);
  const sql = `insert into ${name} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${name}, $1::json)`;
  let count = 0;
  for await (const batch of inBatches(lines)) {
    await client.query(sql, [`[${batch.join(',')}]`]);
    count += batch.length;
  }
  return count;
}

async function insertColumns(client: pg.PoolClient, name: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
    [name],
  );
  return rows[0]?.columns ?? '';
}

async function* inBatches(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for await (const line of lines) {
    batch.push(line);
    bytes += line.length;
    if (bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
