import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

/**
 * AES-256-GCM over `plain`; `bound` is what the ciphertext belongs to (a table, a row), so that it opens nowhere else.
 * Goes out: version (1 byte), nonce (12), tag (16), ciphertext.
 */
export function seal(key: Buffer, plain: Buffer, bound: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), text]);
}

/** Undoes `seal`. Throws when the bytes were changed, belong to another row or were sealed by another key. */
export function unseal(key: Buffer, sealed: Buffer, bound: string): Buffer {
  if (sealed[0] !== VERSION) throw new Error(`Sealed bytes of unknown version ${sealed[0]}`);
  const nonce = sealed.subarray(1, 1 + NONCE);
  const tag = sealed.subarray(1 + NONCE, 1 + NONCE + TAG);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE + TAG)), decipher.final()]);
}

const BOUND = 'text';

/** Encrypts text that only this server may read again, as base64 (see `seal`). */
export function sealText(text: string, key: Buffer, bound = BOUND): string {
  return seal(key, Buffer.from(text), bound).toString('base64');
}

/** The text again. Throws when it was changed or another key sealed it. */
export function openText(sealed: string, key: Buffer, bound = BOUND): string {
  return unseal(key, Buffer.from(sealed, 'base64'), bound).toString('utf8');
}
