import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares digests in constant time. */
export function isSameSecret(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
