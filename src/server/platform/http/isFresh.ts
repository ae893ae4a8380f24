import type { FastifyRequest } from 'fastify';
import fresh from 'fresh';

/** True if the browser has this ETag, so the reply is 304. */
export function isFresh({ headers }: FastifyRequest, etag: string): boolean {
  return fresh({ 'if-none-match': headers['if-none-match'] }, { etag });
}
