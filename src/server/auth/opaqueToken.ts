import { createHash, createHmac, randomBytes } from 'node:crypto';

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
