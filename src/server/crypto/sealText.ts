import { seal, unseal } from './seal';

const BOUND = 'text';

/** Encrypts text that only this server may read again, as base64 (see `seal`). */
export function sealText(text: string, key: Buffer): string {
  return seal(key, Buffer.from(text), BOUND).toString('base64');
}

/** The text again. Throws when it was changed or another key sealed it. */
export function openText(sealed: string, key: Buffer): string {
  return unseal(key, Buffer.from(sealed, 'base64'), BOUND).toString('utf8');
}
