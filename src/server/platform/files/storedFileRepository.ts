import type pg from 'pg';

export interface UnreferencedFile {
  name: string;
  since: Date;
}

export interface Installation {
  id: string;
  at: Date;
}

export interface StoredFiles {
  record(name: string): Promise<void>;
  deleteRecord(name: string): Promise<void>;
  findUnknown(names: readonly string[]): Promise<string[]>;
  /** Returns up to `most` files that have been unreferenced for `days`, oldest first. Uses the database's clock. */
  findUnreferenced(days: number, most: number): Promise<UnreferencedFile[]>;
  isUnreferenced(name: string, days: number): Promise<boolean>;
  adopt(names: readonly string[]): Promise<void>;
  getInstallation(): Promise<Installation>;
  issueToken(): Promise<string>;
  isIssued(token: string): Promise<boolean>;
  /** False if another process is deleting files. The lock ends after ten minutes. */
  lockDeleting(): Promise<boolean>;
  unlockDeleting(): Promise<void>;
}

const MAX_TOKENS = 1000;

export function createStoredFiles(db: pg.Pool): StoredFiles {
  const isOne = async (sql: string, values: unknown[]) => (await db.query(sql, values)).rowCount === 1;
  return {
    async record(name) {
      await db.query('insert into stored_file (name) values ($1) on conflict do nothing', [name]);
    },
    async deleteRecord(name) {
      await db.query('delete from stored_file where name = $1', [name]);
    },
    async findUnknown(names) {
      const { rows } = await db.query<{ name: string }>(
        'select n.name from unnest($1::text[]) as n (name) where not exists (select from stored_file f where f.name = n.name)',
        [names],
      );
      return rows.map(({ name }) => name);
    },
    async findUnreferenced(days, most) {
      const { rows } = await db.query<UnreferencedFile>(
        `select name, unreferenced_since as since from stored_file f where ${UNREFERENCED}
         order by unreferenced_since limit $2`,
        [days, most],
      );
      return rows;
    },
    isUnreferenced: (name, days) =>
      isOne(`select from stored_file f where name = $2 and ${UNREFERENCED}`, [days, name]),
    async adopt(names) {
      await db.query('insert into stored_file (name) select unnest($1::text[]) on conflict do nothing', [names]);
    },
    async getInstallation() {
      await db.query('insert into installation default values on conflict do nothing');
      const { rows } = await db.query<Installation>('select id, at from installation');
      if (!rows[0]) throw new Error('The database has no installation id');
      return rows[0];
    },
    async issueToken() {
      const { rows } = await db.query<{ token: string }>('insert into file_store_token default values returning token');
      await db.query(
        'delete from file_store_token where at < (select at from file_store_token order by at desc offset $1 limit 1)',
        [MAX_TOKENS],
      );
      return rows[0]?.token ?? '';
    },
    isIssued: (token) => isOne('select from file_store_token where token::text = $1', [token]),
    lockDeleting: () =>
      isOne(
        `update installation set sweeping_until = now() + interval '10 minutes'
         where sweeping_until is null or sweeping_until < now() or sweeping_until > now() + interval '10 minutes'`,
        [],
      ),
    async unlockDeleting() {
      await db.query('update installation set sweeping_until = null');
    },
  };
}

/** $1 is days. Checks again that no document uses the file. */
const UNREFERENCED = `unreferenced_since <= now() - make_interval(days => $1)
  and not exists (select from document d where d.blob_path = regexp_replace(f.name, '\\.thumb$', ''))`;
