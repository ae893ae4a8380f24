import { customAlphabet } from 'nanoid';
import type pg from 'pg';
import { createToken, hashToken } from './tokenRepository';

export const keyScopes = ['read', 'reveal', 'status'] as const;
export type KeyScope = (typeof keyScopes)[number];

export interface ApiKeyRow {
  id: string;
  subscriber_id: string;
  name: string;
  scopes: KeyScope[];
  created_at: Date;
  seen_at: Date | null;
  revoked_at: Date | null;
}

const PREFIX = 'rak_';
const newId = customAlphabet('23456789abcdefghjkmnpqrstuvwxyz', 10);
const COLUMNS = 'id, subscriber_id, name, scopes, created_at, seen_at, revoked_at';

export const looksLikeKey = (token: string | undefined): token is string => token?.startsWith(PREFIX) === true;

/** Returns `rak_<id>_<256 random bits>`. Only its hash is stored. */
export async function issueApiKey(
  db: pg.Pool,
  { subscriber, name, scopes, now }: { subscriber: string; name: string; scopes: readonly KeyScope[]; now: Date },
): Promise<string> {
  const id = newId();
  const key = `${PREFIX}${id}_${createToken()}`;
  await db.query(
    'insert into api_key (id, subscriber_id, hash, name, scopes, created_at) values ($1, $2, $3, $4, $5, $6)',
    [id, subscriber, hashToken(key), name, scopes, now],
  );
  return key;
}

export async function findApiKey(db: pg.Pool, key: string, now: Date): Promise<ApiKeyRow | undefined> {
  const { rows } = await db.query<ApiKeyRow>(`select ${COLUMNS} from api_key where hash = $1 and revoked_at is null`, [
    hashToken(key),
  ]);
  const [row] = rows;
  // `seen_at` changes at most once a minute, because a write per call would slow down reads.
  if (row && (!row.seen_at || now.getTime() - row.seen_at.getTime() > 60_000))
    await db.query('update api_key set seen_at = $2 where id = $1', [row.id, now]);
  return row;
}

export async function listApiKeys(db: pg.Pool, subscriber: string): Promise<ApiKeyRow[]> {
  const { rows } = await db.query<ApiKeyRow>(
    `select ${COLUMNS} from api_key where subscriber_id = $1 order by created_at`,
    [subscriber],
  );
  return rows;
}

export async function revokeApiKey(db: pg.Pool, subscriber: string, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'update api_key set revoked_at = $3 where subscriber_id = $1 and id = $2 and revoked_at is null',
    [subscriber, id, now],
  );
  return rowCount === 1;
}
