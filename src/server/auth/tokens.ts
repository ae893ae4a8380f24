import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../db/memory';
import { refuse } from '../http/errors';

export interface AccessTokens {
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
