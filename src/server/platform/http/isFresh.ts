import type { FastifyRequest } from 'fastify';
import fresh from 'fresh';

/** Whether the browser already has the response with this ETag: answer 304. */
export function isFresh({ headers }: FastifyRequest, etag: string): boolean {
  return fresh({ 'if-none-match': headers['if-none-match'] }, { etag });
}
