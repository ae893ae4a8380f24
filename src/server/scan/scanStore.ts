import type pg from 'pg';
import { createToken, hashToken } from '../auth/tokenStore';

/** A scan link as it lies; `id` stands in the address, the secrets only as hashes. */
export interface ScanLink {
  id: string;
  trn: string;
  session_id: string;
  expires_at: Date;
  opened_at: Date | null;
}

export interface ScanStore {
  /** A new link in place of the application's last one; gives its id and the only copy of its token. */
  issue(link: { trn: string; sessionId: string; expiresAt: Date }): Promise<{ id: string; token: string }>;
  /** Exchanges the link's token for a key that a phone calls with; the phone before loses its own. */
  open(id: string, token: string, now: Date): Promise<{ key: string; link: ScanLink } | undefined>;
  /** The link that this phone may use. */
  findByKey(key: string, now: Date): Promise<ScanLink | undefined>;
  /** The application's own link, ended by time or not. */
  findOwn(id: string, trn: string): Promise<ScanLink | undefined>;
  end(id: string, trn: string): Promise<boolean>;
  /** Whether this call may save a picture now; `release` when it has. */
  claim(id: string, now: Date): Promise<boolean>;
  release(id: string): Promise<void>;
}

/** Begins what a phone sends as authorization, so that it is distinguished from a session's token. */
export const PHONE_KEY = 'scan-';

const BUSY_MS = 60_000;
const COLUMNS = 'id, trn, session_id, expires_at, opened_at';

export function createScanStore(db: pg.Pool): ScanStore {
  const one = async (sql: string, values: unknown[]) => (await db.query<ScanLink>(sql, values)).rows[0];
  return {
    async issue({ trn, sessionId, expiresAt }) {
      const [id, token] = [createToken().slice(0, 22), createToken()];
      await db.query(ISSUE, [id, trn, sessionId, hashToken(token), expiresAt]);
      return { id, token };
    },
    async open(id, token, now) {
      const key = PHONE_KEY + createToken();
      const link = await one(
        `update scan_link set phone_hash = $3, opened_at = coalesce(opened_at, $4)
         where id = $1 and token_hash = $2 and expires_at > $4 returning ${COLUMNS}`,
        [id, hashToken(token), hashToken(key), now],
      );
      return link && { key, link };
    },
    findByKey: (key, now) =>
      one(`select ${COLUMNS} from scan_link where phone_hash = $1 and expires_at > $2`, [hashToken(key), now]),
    findOwn: (id, trn) => one(`select ${COLUMNS} from scan_link where id = $1 and trn = $2`, [id, trn]),
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
    expires_at = excluded.expires_at, phone_hash = null, opened_at = null, busy_until = null`;

/** What is kept of a back side's barcode; `sealed` is null when none could be read. */
export interface BarcodeRow {
  document: number;
  sealed: Buffer | null;
}

export interface BarcodeStore {
  /** Keeps it as long as the document is there; nothing read takes the place of something. */
  keep(barcode: { document: number; trn: string; sealed: Buffer | null; now: Date }): Promise<void>;
  /** Whether something could be read on this document. */
  isRead(document: number): Promise<boolean>;
  /** That of the application's newest back side. */
  latest(trn: string): Promise<BarcodeRow | undefined>;
}

export function createBarcodeStore(db: pg.Pool): BarcodeStore {
  return {
    async keep({ document, trn, sealed, now }) {
      // The document may have been deleted while its barcode was being read.
      await db.query(
        `insert into barcode (document, trn, sealed, read_at)
         select id, trn, $3, $4 from document where id = $1 and trn = $2
         on conflict (document) do update set sealed = excluded.sealed, read_at = excluded.read_at
           where excluded.sealed is not null or barcode.sealed is null`,
        [document, trn, sealed, now],
      );
    },
    async isRead(document) {
      const { rowCount } = await db.query('select from barcode where document = $1 and sealed is not null', [document]);
      return rowCount === 1;
    },
    async latest(trn) {
      const { rows } = await db.query<BarcodeRow>(
        'select document, sealed from barcode where trn = $1 order by document desc limit 1',
        [trn],
      );
      const [row] = rows;
      return row && { ...row, document: Number(row.document) };
    },
  };
}
