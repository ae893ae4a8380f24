import { createHash, createHmac, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../db/memory';
import { refuse } from '../http/errors';

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
