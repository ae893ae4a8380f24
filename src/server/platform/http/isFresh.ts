import type { FastifyRequest } from 'fastify';
import fresh from 'fresh';

/** True if the client has the response with this ETag. Callers then reply with 304. */
export function isFresh({ headers }: FastifyRequest, etag: string): boolean {
  return fresh({ 'if-none-match': headers['if-none-match'] }, { etag });
}
