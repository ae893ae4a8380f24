import { hash } from 'node:crypto';
import type pg from 'pg';
import { isRecord } from '../../model/paths';

export interface AuditEntry {
  seq: number;
  at: Date;
  kind: 'submitted' | 'document' | 'reveal' | 'decision' | 'people';
  /** Empty where it is about no application: who works at an office. */
  trn: string;
  /** Canonical JSON. */
  body: string;
  /** The hash of the entry before. */
  previous: string;
  hash: string;
}

export type NewEntry = Pick<AuditEntry, 'at' | 'kind' | 'trn'> & { body: unknown };

export interface AuditStore {
  /** The entry of this kind; an application has one of each. */
  find(trn: string, kind: 'submitted' | 'document'): Promise<AuditEntry | undefined>;
  /** Whose document has this digest. */
  findDocument(digest: string): Promise<AuditEntry | undefined>;
  /** The document that shows the record with this hash. */
  findDocumentOf(record: string): Promise<AuditEntry | undefined>;
  at(seq: number): Promise<AuditEntry | undefined>;
  /** Up to `most` entries after this one, in order. */
  after(seq: number, most: number): Promise<AuditEntry[]>;
}

const FIRST = '0'.repeat(64);
const ONE_AT_A_TIME = 4712;

export function createAuditStore(db: pg.Pool | pg.PoolClient): AuditStore {
  const rowsOf = async (rest: string, values: unknown[]) =>
    (await db.query<AuditEntry>(`select * from audit_log where ${rest}`, values)).rows.map(withNumber);
  return {
    find: async (trn, kind) => (await rowsOf('trn = $1 and kind = $2', [trn, kind]))[0],
    findDocument: async (digest) => (await rowsOf("kind = 'document' and body::jsonb ->> 'digest' = $1", [digest]))[0],
    findDocumentOf: async (record) =>
      (await rowsOf("kind = 'document' and body::jsonb ->> 'record' = $1", [record]))[0],
    at: async (seq) => (await rowsOf('seq = $1', [seq]))[0],
    after: (seq, most) => rowsOf('seq > $1 order by seq limit $2', [seq, most]),
  };
}

/** Adds to the end of the chain, within a transaction; who comes second waits for the first. */
export async function appendEntry(client: pg.PoolClient, { at, kind, trn, body }: NewEntry): Promise<AuditEntry> {
  await client.query('select pg_advisory_xact_lock($1)', [ONE_AT_A_TIME]);
  const { rows } = await client.query<AuditEntry>('select * from audit_log order by seq desc limit 1');
  const last = rows[0] && withNumber(rows[0]);
  const open = { seq: (last?.seq ?? 0) + 1, at, kind, trn, body: canonical(body), previous: last?.hash ?? FIRST };
  const entry = { ...open, hash: entryHash(open) };
  await client.query(
    'insert into audit_log (seq, at, kind, trn, body, previous, hash) values ($1, $2, $3, $4, $5, $6, $7)',
    [entry.seq, entry.at, entry.kind, entry.trn, entry.body, entry.previous, entry.hash],
  );
  return entry;
}

/** What the hash of an entry must be. */
export function entryHash({ seq, at, kind, trn, body, previous }: Omit<AuditEntry, 'hash'>): string {
  return sha256(canonical({ seq, at: at.toISOString(), kind, trn, body, previous }));
}

/** What the first entry names as the one before it. */
export const beforeFirst = FIRST;

/** The driver gives a bigint as text. */
function withNumber(row: AuditEntry): AuditEntry {
  return { ...row, seq: Number(row.seq) };
}

/**
 * JSON with the members of every object in the order of their names, so that the same content gives the same text.
 *
 *     canonical({ b: 1, a: ['x'] }) → '{"a":["x"],"b":1}'
 */
export function canonical(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** `sha256('')` → 'e3b0c442…', 64 hexadecimal digits. */
export function sha256(content: string | Buffer): string {
  return hash('sha256', content);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}
