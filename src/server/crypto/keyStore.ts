import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Config } from '../config';
import { readKeys } from './keys';
import { seal, unseal } from './seal';

/** The data key of each applicant; everything sensitive of an application is sealed with its own. */
export interface Keyring {
  /** Makes the key at first use. Throws when none of DATA_KEY's keys wrapped it. */
  keyOf(trn: string): Promise<Buffer>;
  /** Wraps with the first of DATA_KEY's keys what another one wrapped; gives how many there were. */
  rewrap(): Promise<number>;
  /** How many applicants' keys each key wrapped; the first of DATA_KEY's leads, the others stand by their use. */
  uses(): Promise<{ id: string; isFirst: boolean; isKnown: boolean; applicants: number }[]>;
}

interface Row {
  key_id: string;
  wrapped: Buffer;
}

interface WrappingKey {
  id: string;
  bytes: Buffer;
}

const REMEMBERED_MS = 60_000;
const MOST_REMEMBERED = 5_000;
const AT_ONCE = 200;

/** DATA_KEY's keys, or those of the file in DATA_DIR; read anew each time, since `key rotate` adds one while the server runs. */
export function dataKeys({ dataKey, dataDir }: Pick<Config, 'dataKey' | 'dataDir'>): () => Buffer[] {
  return () => readKeys(dataKey, 'data.key', dataDir);
}

/** Keys wrapped by DATA_KEY in the database, remembered for a minute so that a save need not ask for its key. */
export function createKeyring(db: pg.Pool, readAll: () => Buffer[]): Keyring {
  const remembered = new Map<string, { key: Buffer; until: number }>();
  const wrapping = () => readAll().map((bytes): WrappingKey => ({ id: idOf(bytes), bytes }));

  return {
    async keyOf(trn) {
      const known = remembered.get(trn);
      if (known && known.until > Date.now()) return known.key;
      const keys = wrapping();
      const key = open(keys, trn, (await find(db, trn)) ?? (await make(db, trn, first(keys))));
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      remembered.set(trn, { key, until: Date.now() + REMEMBERED_MS });
      return key;
    },
    async rewrap() {
      const keys = wrapping();
      let count = 0;
      for (;;) {
        const rows = await findOlder(db, first(keys).id);
        for (const row of rows) await wrapAnew(db, row, keys);
        count += rows.length;
        if (rows.length < AT_ONCE) return count;
      }
    },
    async uses() {
      const keys = wrapping();
      const found = await countUses(db);
      const ids = [...new Set([...keys.map((key) => key.id), ...found.keys()])];
      return ids.map((id, index) => ({
        id,
        isFirst: index === 0,
        isKnown: keys.some((key) => key.id === id),
        applicants: found.get(id) ?? 0,
      }));
    },
  };
}

const idOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 16);

const boundTo = (trn: string) => `applicant_key/${trn}`;

function first([key]: WrappingKey[]): WrappingKey {
  if (!key) throw new Error('DATA_KEY holds no key');
  return key;
}

function open(keys: WrappingKey[], trn: string, row: Row): Buffer {
  const key = keys.find(({ id }) => id === row.key_id);
  if (!key)
    throw new Error(`The key of ${trn} was wrapped by DATA_KEY ${row.key_id}, not by ${keys.map(({ id }) => id)}`);
  return unseal(key.bytes, row.wrapped, boundTo(trn));
}

async function find(db: pg.Pool, trn: string): Promise<Row | undefined> {
  const { rows } = await db.query<Row>('select key_id, wrapped from applicant_key where trn = $1', [trn]);
  return rows[0];
}

/** Two processes may make one at once; the first row stands. */
async function make(db: pg.Pool, trn: string, { id, bytes }: WrappingKey): Promise<Row> {
  await db.query('insert into applicant_key (trn, key_id, wrapped) values ($1, $2, $3) on conflict do nothing', [
    trn,
    id,
    seal(bytes, randomBytes(32), boundTo(trn)),
  ]);
  const row = await find(db, trn);
  if (!row) throw new Error(`No data key for ${trn} after making one`);
  return row;
}

async function findOlder(db: pg.Pool, newest: string): Promise<(Row & { trn: string })[]> {
  const { rows } = await db.query<Row & { trn: string }>(
    'select trn, key_id, wrapped from applicant_key where key_id <> $1 limit $2',
    [newest, AT_ONCE],
  );
  return rows;
}

/** Another process may have been faster, or the applicant is erased by now: then nothing is written. */
async function wrapAnew(db: pg.Pool, row: Row & { trn: string }, keys: WrappingKey[]): Promise<void> {
  const { id, bytes } = first(keys);
  const wrapped = seal(bytes, open(keys, row.trn, row), boundTo(row.trn));
  await db.query('update applicant_key set key_id = $2, wrapped = $3 where trn = $1 and key_id = $4', [
    row.trn,
    id,
    wrapped,
    row.key_id,
  ]);
}

async function countUses(db: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await db.query<{ key_id: string; count: number }>(
    'select key_id, count(*)::int as count from applicant_key group by key_id order by count desc',
  );
  return new Map(rows.map(({ key_id, count }) => [key_id, count]));
}
