import { createHash, createHmac, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type pg from 'pg';
import type { Clock } from '../db/memory';
import { refuse } from '../http/errors';

export type Purpose = 'reset' | 'login' | 'invitation';

export interface TokenOwner {
  account_id: string | null;
  trn: string | null;
  /** Whether it went to the account's address and nowhere else. */
  mailed: boolean;
}

interface NewToken {
  purpose: Purpose;
  mailed?: boolean;
  accountId?: string;
  trn?: string;
  expiresAt: Date;
}

/** Makes a token good for one use and gives the only copy of it. */
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

/** Whose token it is, marking it used; undefined when it is unknown, used or past its time. */
export async function useToken(
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

/** The same without using it: an invitation is looked at as often as its page is opened. */
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

/** Whose token it was, of one that is used. */
export async function readUsedToken(db: pg.Pool, purpose: Purpose, token: string): Promise<TokenOwner | undefined> {
  const { rows } = await db.query<TokenOwner>(
    'select account_id, trn, mailed from single_use_token where hash = $1 and purpose = $2 and used_at is not null',
    [hashToken(token), purpose],
  );
  return rows[0];
}

/** Makes every other token of this purpose useless: a changed password leaves no second link. */
export async function spendTokens(
  client: pg.PoolClient,
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
  /** The session a token speaks of. Throws `staleSession` for one that is not ours or past its time. */
  read(token: string): Promise<string>;
}

const seconds = 5 * 60;

/** Short signed tokens (HS256) that name a session and nothing else. */
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

/** 256 random bits as text for a URL. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored in a token's place. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The one token that may follow `token`: known to who holds the key, so it need not be stored to be given twice. */
export function followToken(token: string, key: Buffer): string {
  return createHmac('sha256', key).update(`refresh:${token}`).digest('base64url');
}
