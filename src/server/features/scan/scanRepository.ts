import type pg from 'pg';
import { createToken, hashToken } from '../../platform/sessions/tokenRepository';

/** `id` is part of the URL. The token and the phone's key are stored only as hashes. */
export interface ScanLink {
  id: string;
  trn: string;
  session_id: string;
  expires_at: Date;
  opened_at: Date | null;
}

export interface OpenedScan {
  key: string;
  link: ScanLink;
}

export interface ScanRepository {
  /** Issues a link that replaces the application's previous one. */
  issue(link: { trn: string; sessionId: string; expiresAt: Date }): Promise<{ id: string; token: string }>;
  /** Opens a link. Returns `taken` if another phone has opened it, or undefined if it isn't valid. */
  open(id: string, token: string, now: Date, idempotencyKey?: string): Promise<OpenedScan | 'taken' | undefined>;
  findByKey(key: string, now: Date): Promise<ScanLink | undefined>;
  findOwn(id: string, trn: string): Promise<ScanLink | undefined>;
  end(id: string, trn: string): Promise<boolean>;
  /** Locks the link for one upload. Returns false if it's already locked. */
  claim(id: string, now: Date): Promise<boolean>;
  release(id: string): Promise<void>;
}

/** Prefix that distinguishes phone keys from session tokens. */
export const PHONE_KEY = 'scan-';

const BUSY_MS = 60_000;
const COLUMNS = 'id, trn, session_id, expires_at, opened_at';

export function createScanRepository(db: pg.Pool): ScanRepository {
  const findOne = async (sql: string, values: unknown[]) => (await db.query<ScanLink>(sql, values)).rows[0];
  return {
    async issue({ trn, sessionId, expiresAt }) {
      const [id, token] = [createToken().slice(0, 22), createToken()];
      await db.query(ISSUE, [id, trn, sessionId, hashToken(token), expiresAt]);
      return { id, token };
    },
    async open(id, token, now, idempotencyKey) {
      const key = PHONE_KEY + createToken();
      const link = await findOne(
        `update scan_link set phone_hash = $3, opened_at = coalesce(opened_at, $4), act = $5
         where id = $1 and token_hash = $2 and expires_at > $4 and (phone_hash is null or act = $5) returning ${COLUMNS}`,
        [id, hashToken(token), hashToken(key), now, idempotencyKey ?? null],
      );
      if (link) return { key, link };
      const { rowCount } = await db.query(
        'select from scan_link where id = $1 and token_hash = $2 and expires_at > $3',
        [id, hashToken(token), now],
      );
      return rowCount === 1 ? 'taken' : undefined;
    },
    findByKey: (key, now) =>
      findOne(`select ${COLUMNS} from scan_link where phone_hash = $1 and expires_at > $2`, [hashToken(key), now]),
    findOwn: (id, trn) => findOne(`select ${COLUMNS} from scan_link where id = $1 and trn = $2`, [id, trn]),
    async end(id, trn) {
      const { rowCount } = await db.query('delete from scan_link where id = $1 and trn = $2', [id, trn]);
      return rowCount === 1;
    },
    async claim(id, now) {
      const { rowCount } = await db.query(
        'update scan_link set busy_until = $3 where id = $1 and (busy_until is null or busy_until < $2)',
        [id, now, new Date(now.getTime() + BUSY_MS)],
      );
      return rowCount === 1;
    },
    async release(id) {
      await db.query('update scan_link set busy_until = null where id = $1', [id]);
    },
  };
}

const ISSUE = `
  insert into scan_link (id, trn, session_id, token_hash, expires_at) values ($1, $2, $3, $4, $5)
  on conflict (trn) do update set id = excluded.id, session_id = excluded.session_id, token_hash = excluded.token_hash,
    expires_at = excluded.expires_at, phone_hash = null, opened_at = null, act = null, busy_until = null`;
