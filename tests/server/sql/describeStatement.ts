import type pg from 'pg';

export interface Column {
  name: string;
  /** A type as pg reads it: `'number'`, `'Date'`, `'string[]'`, `'any'` for JSON. */
  type: string;
  /** True for a table's column that can be null. The database doesn't report it for calculated columns. */
  mayBeNull: boolean;
}

interface Field {
  name: string;
  dataTypeID: number;
  tableID: number;
  columnID: number;
}

/** Returns a statement's columns from PostgreSQL without running it. Rejects if it can't be prepared. */
export async function describeStatement(client: pg.PoolClient, text: string): Promise<Column[]> {
  const columns: Column[] = [];
  for (const { name, dataTypeID, tableID, columnID } of await prepare(client, text)) {
    const { rows } = await client.query<{ type: string; nullable: boolean | null }>(
      `select typname::text as type, (select not attnotnull from pg_attribute where attrelid = $2 and attnum = $3) as nullable
       from pg_type where oid = $1`,
      [dataTypeID, tableID, columnID],
    );
    columns.push({ name, type: nameType(rows[0]?.type ?? ''), mayBeNull: rows[0]?.nullable ?? false });
  }
  return columns;
}

/** Sends Parse, Describe and Sync of PostgreSQL's protocol. pg has no call for this. */
function prepare(client: pg.PoolClient, text: string): Promise<Field[]> {
  return new Promise((resolve, reject) => {
    let fields: Field[] = [];
    const described = {
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription: (message: { fields: Field[] }) => {
        fields = message.fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    };
    client.query(described as unknown as pg.Submittable);
  });
}

/** Types that pg's parsers return. Numbers that JavaScript can't represent are strings, as are all other types. */
const TYPES: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  float4: 'number',
  float8: 'number',
  timestamptz: 'Date',
  date: 'Date',
  bytea: 'Buffer',
  json: 'any',
  jsonb: 'any',
  void: 'any',
};

/** `'int4'` → `'number'`, `'_text'` → `'string[]'` */
function nameType(name: string): string {
  const [, element] = /^_(.+)$/.exec(name) ?? [];
  return element ? `${nameType(element)}[]` : (TYPES[name] ?? 'string');
}
