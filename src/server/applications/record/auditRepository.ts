import { hash } from 'node:crypto';
import type pg from 'pg';
import { isRecord } from '../../../model/answers/paths';

export interface AuditEntry {
  seq: number;
  at: Date;
  kind: 'submitted' | 'document' | 'reveal' | 'opened' | 'decision' | 'people' | 'household';
  /** Empty if it concerns no application. */
  trn: string;
  /** Canonical JSON. */
  body: string;
  /** Hash of the previous entry. */
  previous: string;
  hash: string;
}

export type NewEntry = Pick<AuditEntry, 'at' | 'kind' | 'trn'> & { body: unknown };

export interface AuditRepository {
  find(trn: string, kind: 'submitted' | 'document'): Promise<AuditEntry | undefined>;
  /** By the document's digest. */
  findDocument(digest: string): Promise<AuditEntry | undefined>;
  /** By the record's hash. */
  findDocumentByRecord(record: string): Promise<AuditEntry | undefined>;
  findBySeq(seq: number): Promise<AuditEntry | undefined>;
  listAfter(seq: number, limit: number): Promise<AuditEntry[]>;
}

const FIRST = '0'.repeat(64);
const LOCK_ID = 4712;

export function createAuditRepository(db: pg.Pool | pg.PoolClient): AuditRepository {
  const findRows = async (rest: string, values: unknown[]) =>
    (await db.query<AuditRow>(`select * from audit_log where ${rest}`, values)).rows.map(withNumber);
  return {
    find: async (trn, kind) => (await findRows('trn = $1 and kind = $2', [trn, kind]))[0],
    findDocument: async (digest) =>
      (await findRows("kind = 'document' and body::jsonb ->> 'digest' = $1", [digest]))[0],
    findDocumentByRecord: async (record) =>
      (await findRows("kind = 'document' and body::jsonb ->> 'record' = $1", [record]))[0],
    findBySeq: async (seq) => (await findRows('seq = $1', [seq]))[0],
    listAfter: (seq, limit) => findRows('seq > $1 order by seq limit $2', [seq, limit]),
  };
}

/** Appends to the chain; the lock serializes writers. */
export async function appendEntry(client: pg.PoolClient, { at, kind, trn, body }: NewEntry): Promise<AuditEntry> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK_ID]);
  const { rows } = await client.query<AuditRow>('select * from audit_log order by seq desc limit 1');
  const last = rows[0] && withNumber(rows[0]);
  const content = { seq: (last?.seq ?? 0) + 1, at, kind, trn, body: canonical(body), previous: last?.hash ?? FIRST };
  const entry = { ...content, hash: entryHash(content) };
  await client.query(
    'insert into audit_log (seq, at, kind, trn, body, previous, hash) values ($1, $2, $3, $4, $5, $6, $7)',
    [entry.seq, entry.at, entry.kind, entry.trn, entry.body, entry.previous, entry.hash],
  );
  return entry;
}

export function entryHash({ seq, at, kind, trn, body, previous }: Omit<AuditEntry, 'hash'>): string {
  return sha256(canonical({ seq, at: at.toISOString(), kind, trn, body, previous }));
}

/** `previous` of the first entry. */
export const FIRST_PREVIOUS = FIRST;

/** pg returns bigint as text. */
type AuditRow = Omit<AuditEntry, 'seq'> & { seq: string };

function withNumber(row: AuditRow): AuditEntry {
  return { ...row, seq: Number(row.seq) };
}

/** JSON with sorted members: `{ b: 1, a: ['x'] }` → `'{"a":["x"],"b":1}'` */
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
