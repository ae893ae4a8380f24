import { hash } from 'node:crypto';
import type pg from 'pg';
import { isRecord } from '../../../model/answers/paths';

export interface AuditEntry {
  /** The landlord that the chain belongs to. Empty for the former chain that all landlords shared. */
  subscriber_id: string;
  seq: number;
  at: Date;
  kind:
    | 'submitted'
    | 'document'
    | 'reveal'
    | 'opened'
    | 'decision'
    | 'people'
    | 'household'
    | 'accommodation'
    | 'message';
  /** Empty if the entry concerns no application. */
  trn: string;
  /** Canonical JSON. */
  body: string;
  previous: string;
  hash: string;
}

/** `subscriberId` defaults to the application's landlord. */
export type NewEntry = Pick<AuditEntry, 'at' | 'kind' | 'trn'> & { subscriberId?: string; body: unknown };

/** `seq` and `hash` belong to the chain's last entry. They're null for the former shared chain. */
export interface AuditChain {
  subscriber_id: string;
  seq: number | null;
  hash: string | null;
}

export interface AuditRepository {
  find(trn: string, kind: 'submitted' | 'document'): Promise<AuditEntry | undefined>;
  findDocument(digest: string): Promise<AuditEntry | undefined>;
  findDocumentByRecord(record: string): Promise<AuditEntry | undefined>;
  findBySeq(chain: string, seq: number): Promise<AuditEntry | undefined>;
  listAfter(chain: string, seq: number, limit: number): Promise<AuditEntry[]>;
  listChains(): Promise<AuditChain[]>;
}

const FIRST = '0'.repeat(64);

export function createAuditRepository(db: pg.Pool | pg.PoolClient): AuditRepository {
  const findRows = async (rest: string, values: unknown[]) =>
    (await db.query<AuditRow>(`select * from audit where ${rest}`, values)).rows.map(withNumber);
  return {
    find: async (trn, kind) => (await findRows('trn = $1 and kind = $2', [trn, kind]))[0],
    findDocument: async (digest) =>
      (await findRows("kind = 'document' and body::jsonb ->> 'digest' = $1", [digest]))[0],
    findDocumentByRecord: async (record) =>
      (await findRows("kind = 'document' and body::jsonb ->> 'record' = $1", [record]))[0],
    findBySeq: async (chain, seq) => (await findRows('subscriber_id = $1 and seq = $2', [chain, seq]))[0],
    listAfter: (chain, seq, limit) =>
      findRows('subscriber_id = $1 and seq > $2 order by seq limit $3', [chain, seq, limit]),
    async listChains() {
      const { rows } = await db.query<LastEntry>('select subscriber_id, seq, hash from audit_chain order by 1');
      return [{ subscriber_id: '', seq: null, hash: null }, ...rows.map(withNumber)];
    },
  };
}

/** Appends an entry to the landlord's chain. Locks the chain until the transaction ends. */
export async function appendEntry(client: pg.PoolClient, { at, kind, trn, ...given }: NewEntry): Promise<AuditEntry> {
  const last = await lockChain(client, given.subscriberId ?? null, trn);
  const { subscriber_id, hash: previous } = last;
  const content = { subscriber_id, seq: last.seq + 1, at, kind, trn, body: canonical(given.body), previous };
  const entry = { ...content, hash: entryHash(content) };
  await client.query(
    `with moved as (update audit_chain set seq = $2, hash = $8 where subscriber_id = $1)
     insert into audit_entry (subscriber_id, seq, at, kind, trn, body, previous, hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [subscriber_id, entry.seq, entry.at, entry.kind, entry.trn, entry.body, entry.previous, entry.hash],
  );
  return entry;
}

/** Locks a landlord's chain, or creates it. Returns the chain's last entry. */
async function lockChain(client: pg.PoolClient, subscriberId: string | null, trn: string) {
  const { rows } = await client.query<LastEntry>(
    `insert into audit_chain as chain (subscriber_id, seq, hash)
     values (coalesce($1, (select subscriber_id from application where trn = $2)), 0, $3)
     on conflict (subscriber_id) do update set seq = chain.seq
     returning subscriber_id, seq, hash`,
    [subscriberId, trn, FIRST],
  );
  return withNumber(rows[0] as LastEntry);
}

/** Hashes of the former chain don't include a landlord. */
export function entryHash({ subscriber_id, seq, at, kind, trn, body, previous }: Omit<AuditEntry, 'hash'>): string {
  const chain = subscriber_id ? { subscriber: subscriber_id } : {};
  return sha256(canonical({ ...chain, seq, at: at.toISOString(), kind, trn, body, previous }));
}

export const FIRST_PREVIOUS = FIRST;

/** pg returns bigint as text. */
type AuditRow = Omit<AuditEntry, 'seq'> & { seq: string };
type LastEntry = Pick<AuditRow, 'subscriber_id' | 'seq' | 'hash'>;

function withNumber<Row extends { seq: string }>(row: Row): Omit<Row, 'seq'> & { seq: number } {
  return { ...row, seq: Number(row.seq) };
}

/** Returns JSON with sorted members: `{ b: 1, a: ['x'] }` → `'{"a":["x"],"b":1}'`. */
export function canonical(value: unknown): string {
  return JSON.stringify(sorted(value));
}

export function sha256(content: string | Buffer): string {
  return hash('sha256', content);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}
