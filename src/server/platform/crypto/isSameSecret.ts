import { createHash, timingSafeEqual } from 'node:crypto';

/** In constant time: both digests have the same length. */
export function isSameSecret(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
