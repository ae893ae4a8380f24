import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Config } from '../config';
import { readKeys, seal, unseal } from './seal';

/** The data key of each applicant; everything sensitive of an application is sealed with its own. Each landlord has one, too. */
export interface Keyring {
  /** Makes the key at first use. Throws when none of DATA_KEY's keys wrapped it. */
  keyOf(trn: string): Promise<Buffer>;
  /** The same for what is secret and a landlord's. */
  keyOfSubscriber(id: string): Promise<Buffer>;
  /** Wraps with the first of DATA_KEY's keys what another one wrapped; gives how many there were. */
  rewrap(): Promise<number>;
  /** How many keys of applicants and landlords each key wrapped; the first of DATA_KEY's leads, the others stand by their use. */
  uses(): Promise<{ id: string; isFirst: boolean; isKnown: boolean; applicants: number; subscribers: number }[]>;
}

/** Whose keys lie where: a table and the column that names the owner. */
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

  async function keyOf(kind: Kind, owner: string): Promise<Buffer> {
    const name = boundTo(kind, owner);
    const known = remembered.get(name);
    if (known && known.until > Date.now()) return known.key;
    const keys = wrapping();
    const key = open(keys, name, (await find(db, kind, owner)) ?? (await make(db, kind, owner, first(keys))));
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(name, { key, until: Date.now() + REMEMBERED_MS });
    return key;
  }

  async function rewrap(kind: Kind): Promise<number> {
    const keys = wrapping();
    for (let count = 0; ; ) {
      const rows = await findOlder(db, kind, first(keys).id);
      for (const row of rows) await wrapAnew(db, kind, row, keys);
      count += rows.length;
      if (rows.length < AT_ONCE) return count;
    }
  }

  return {
    keyOf: (trn) => keyOf(APPLICANT, trn),
    keyOfSubscriber: (id) => keyOf(SUBSCRIBER, id),
    async rewrap() {
      await rewrap(SUBSCRIBER);
      return rewrap(APPLICANT);
    },
    async uses() {
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

const idOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 16);

const boundTo = ({ table }: Kind, owner: string) => `${table}/${owner}`;

function first([key]: WrappingKey[]): WrappingKey {
  if (!key) throw new Error('DATA_KEY holds no key');
  return key;
}

function open(keys: WrappingKey[], name: string, row: Row): Buffer {
  const key = keys.find(({ id }) => id === row.key_id);
  if (!key) throw new Error(`${name} was wrapped by DATA_KEY ${row.key_id}, not by ${keys.map(({ id }) => id)}`);
  return unseal(key.bytes, row.wrapped, name);
}

async function find(db: pg.Pool, { table, owner }: Kind, id: string): Promise<Row | undefined> {
  const { rows } = await db.query<Row>(`select key_id, wrapped from ${table} where ${owner} = $1`, [id]);
  return rows[0];
}

/** Two processes may make one at once; the first row stands. */
async function make(db: pg.Pool, kind: Kind, owner: string, { id, bytes }: WrappingKey): Promise<Row> {
  await db.query(
    `insert into ${kind.table} (${kind.owner}, key_id, wrapped) values ($1, $2, $3) on conflict do nothing`,
    [owner, id, seal(bytes, randomBytes(32), boundTo(kind, owner))],
  );
  const row = await find(db, kind, owner);
  if (!row) throw new Error(`No data key for ${owner} after making one`);
  return row;
}

type Owned = Row & { owner: string };

async function findOlder(db: pg.Pool, { table, owner }: Kind, newest: string): Promise<Owned[]> {
  const { rows } = await db.query<Owned>(
    `select ${owner} as owner, key_id, wrapped from ${table} where key_id <> $1 limit $2`,
    [newest, AT_ONCE],
  );
  return rows;
}

/** Another process may have been faster, or the owner is erased by now: then nothing is written. */
async function wrapAnew(db: pg.Pool, kind: Kind, row: Owned, keys: WrappingKey[]): Promise<void> {
  const { id, bytes } = first(keys);
  const name = boundTo(kind, row.owner);
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
