import { createHash, createHmac, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type pg from 'pg';
import type { Clock } from '../db/memory';
import { refuse } from '../http/errors';

export type Purpose = 'reset' | 'login' | 'invitation';

export interface TokenOwner {
  account_id: string | null;
  trn: string | null;
  mailed: boolean;
}

interface NewToken {
  purpose: Purpose;
  mailed?: boolean;
  accountId?: string;
  trn?: string;
  expiresAt: Date;
}

/** Returns a single-use token. Only its hash is stored. */
export async function issueToken(
  db: pg.Pool | pg.PoolClient,
  { purpose, accountId, trn, expiresAt, mailed = false }: NewToken,
): Promise<string> {
  const token = createToken();
  await db.query(
    'insert into single_use_token (hash, purpose, account_id, trn, expires_at, mailed) values ($1, $2, $3, $4, $5, $6)',
    [hashToken(token), purpose, accountId ?? null, trn ?? null, expiresAt, mailed],
  );
  return token;
}

export async function consumeToken(
  db: pg.Pool | pg.PoolClient,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<TokenOwner | undefined> {
  const { rows } = await db.query<TokenOwner>(
    `update single_use_token set used_at = $3 where hash = $1 and purpose = $2 and used_at is null and expires_at > $3
     returning account_id, trn, mailed`,
    [hashToken(token), purpose, now],
  );
  return rows[0];
}

/** Reads a token without marking it as used, because an invitation can be opened several times. */
export async function readToken(
  db: pg.Pool,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<TokenOwner | undefined> {
  const { rows } = await db.query<TokenOwner>(
    'select account_id, trn, mailed from single_use_token where hash = $1 and purpose = $2 and used_at is null and expires_at > $3',
    [hashToken(token), purpose, now],
  );
  return rows[0];
}

export async function deleteTokens(db: pg.Pool, tokens: readonly string[]): Promise<void> {
  await db.query('delete from single_use_token where hash = any($1)', [tokens.map(hashToken)]);
}

export async function hasMailedToken(db: pg.Pool, purpose: Purpose, accountId: string, until: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from single_use_token where account_id = $1 and purpose = $2 and mailed and used_at is null and expires_at > $3 limit 1',
    [accountId, purpose, until],
  );
  return rowCount === 1;
}

export async function readUsedToken(db: pg.Pool, purpose: Purpose, token: string): Promise<TokenOwner | undefined> {
  const { rows } = await db.query<TokenOwner>(
    'select account_id, trn, mailed from single_use_token where hash = $1 and purpose = $2 and used_at is not null',
    [hashToken(token), purpose],
  );
  return rows[0];
}

export async function invalidateTokens(
  client: pg.Pool | pg.PoolClient,
  purpose: Purpose,
  owner: { accountId?: string; trn?: string },
  now: Date,
): Promise<void> {
  await client.query(
    'update single_use_token set used_at = $4 where purpose = $1 and used_at is null and (account_id = $2 or trn = $3)',
    [purpose, owner.accountId ?? null, owner.trn ?? null, now],
  );
}

interface AccessTokens {
  sign(sessionId: string): Promise<string>;
  /** Throws `staleSession`. */
  read(token: string): Promise<string>;
}

const seconds = 5 * 60;

/** Tokens use HS256 and contain only the session id and times. */
export function createAccessTokens(clock: Clock, key: Buffer): AccessTokens {
  return {
    sign(sessionId) {
      const now = Math.floor(clock().getTime() / 1000);
      const token = new SignJWT({ sid: sessionId }).setProtectedHeader({ alg: 'HS256' });
      return token
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(key);
    },
    async read(token) {
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: clock() }).catch(() => {
        throw refuse('staleSession');
      });
      if (typeof payload.sid !== 'string') throw refuse('staleSession');
      return payload.sid;
    },
  };
}

export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Derives the next token, so that a repeated refresh returns the same token. */
export function deriveNextToken(token: string, key: Buffer): string {
  return createHmac('sha256', key).update(`refresh:${token}`).digest('base64url');
}
