import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Config } from '../config';
import { readKeys, seal, unseal } from './seal';

export interface Keyring {
  /** Creates the key on first use. Throws if no key in DATA_KEY can decrypt it. */
  keyOf(trn: string): Promise<Buffer>;
  getSubscriberKey(id: string): Promise<Buffer>;
  /** Encrypts all keys with the first key in DATA_KEY. Returns how many keys changed. */
  rewrap(): Promise<{ applicants: number; subscribers: number }>;
  countUses(): Promise<{ id: string; isFirst: boolean; isKnown: boolean; applicants: number; subscribers: number }[]>;
}

interface Kind {
  table: 'applicant_key' | 'subscriber_key';
  owner: 'trn' | 'subscriber_id';
}

const APPLICANT: Kind = { table: 'applicant_key', owner: 'trn' };
const SUBSCRIBER: Kind = { table: 'subscriber_key', owner: 'subscriber_id' };

interface Row {
  key_id: string;
  wrapped: Buffer;
}

interface WrappingKey {
  id: string;
  bytes: Buffer;
}

const CACHED_MS = 60_000;
const MAX_CACHED = 5_000;
const BATCH = 200;

/**
 * Returns a function that reads the keys each time, because `npm run portal -- key rotate` can add a key while the
 * server runs.
 */
export function dataKeys({ dataKey, dataDir }: Pick<Config, 'dataKey' | 'dataDir'>): () => Buffer[] {
  return () => readKeys(dataKey, 'data.key', dataDir);
}

export function createKeyring(db: pg.Pool, readAll: () => Buffer[]): Keyring {
  const cached = new LRUCache<string, Buffer>({ max: MAX_CACHED, ttl: CACHED_MS });
  const wrapping = () => readAll().map((bytes): WrappingKey => ({ id: readKeyId(bytes), bytes }));

  async function keyOf(kind: Kind, owner: string): Promise<Buffer> {
    const name = additionalData(kind, owner);
    const known = cached.get(name);
    if (known) return known;
    const keys = wrapping();
    const key = open(keys, name, (await find(db, kind, owner)) ?? (await make(db, kind, owner, firstKey(keys))));
    cached.set(name, key);
    return key;
  }

  async function rewrap(kind: Kind): Promise<number> {
    const keys = wrapping();
    for (let count = 0; ; ) {
      const rows = await findOlder(db, kind, firstKey(keys).id);
      for (const row of rows) await rewrapKey(db, kind, row, keys);
      count += rows.length;
      if (rows.length < BATCH) return count;
    }
  }

  return {
    keyOf: (trn) => keyOf(APPLICANT, trn),
    getSubscriberKey: (id) => keyOf(SUBSCRIBER, id),
    async rewrap() {
      return { subscribers: await rewrap(SUBSCRIBER), applicants: await rewrap(APPLICANT) };
    },
    async countUses() {
      const keys = wrapping();
      const [applicants, subscribers] = [await countUses(db, APPLICANT), await countUses(db, SUBSCRIBER)];
      const ids = [...new Set([...keys.map((key) => key.id), ...applicants.keys(), ...subscribers.keys()])];
      return ids.map((id, index) => ({
        id,
        isFirst: index === 0,
        isKnown: keys.some((key) => key.id === id),
        applicants: applicants.get(id) ?? 0,
        subscribers: subscribers.get(id) ?? 0,
      }));
    },
  };
}

const readKeyId = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 16);

const additionalData = ({ table }: Kind, owner: string) => `${table}/${owner}`;

function firstKey([key]: WrappingKey[]): WrappingKey {
  if (!key) throw new Error('DATA_KEY has no key');
  return key;
}

function open(keys: WrappingKey[], name: string, row: Row): Buffer {
  const key = keys.find(({ id }) => id === row.key_id);
  if (!key) {
    const known = keys.map(({ id }) => id).join(', ');
    throw new Error(
      `${name} was encrypted with the key ${row.key_id}, but DATA_KEY has only ${known}. Add the missing key.`,
    );
  }
  return unseal(key.bytes, row.wrapped, name);
}

async function find(db: pg.Pool, { table, owner }: Kind, id: string): Promise<Row | undefined> {
  const { rows } = await db.query<Row>(`select key_id, wrapped from ${table} where ${owner} = $1`, [id]);
  return rows[0];
}

/** If two processes create a key, the first row is used. */
async function make(db: pg.Pool, kind: Kind, owner: string, { id, bytes }: WrappingKey): Promise<Row> {
  await db.query(
    `insert into ${kind.table} (${kind.owner}, key_id, wrapped) values ($1, $2, $3) on conflict do nothing`,
    [owner, id, seal(bytes, randomBytes(32), additionalData(kind, owner))],
  );
  const row = await find(db, kind, owner);
  if (!row) throw new Error(`No data key for ${owner} after creating one`);
  return row;
}

type OwnedRow = Row & { owner: string };

async function findOlder(db: pg.Pool, { table, owner }: Kind, newest: string): Promise<OwnedRow[]> {
  const { rows } = await db.query<OwnedRow>(
    `select ${owner} as owner, key_id, wrapped from ${table} where key_id <> $1 limit $2`,
    [newest, BATCH],
  );
  return rows;
}

async function rewrapKey(db: pg.Pool, kind: Kind, row: OwnedRow, keys: WrappingKey[]): Promise<void> {
  const { id, bytes } = firstKey(keys);
  const name = additionalData(kind, row.owner);
  const wrapped = seal(bytes, open(keys, name, row), name);
  await db.query(`update ${kind.table} set key_id = $2, wrapped = $3 where ${kind.owner} = $1 and key_id = $4`, [
    row.owner,
    id,
    wrapped,
    row.key_id,
  ]);
}

async function countUses(db: pg.Pool, { table }: Kind): Promise<Map<string, number>> {
  const { rows } = await db.query<{ key_id: string; count: number }>(
    `select key_id, count(*)::int as count from ${table} group by key_id order by count desc`,
  );
  return new Map(rows.map(({ key_id, count }) => [key_id, count]));
}
