import type { FastifyRequest } from 'fastify';
import fresh from 'fresh';

export function isFresh({ headers }: FastifyRequest, etag: string): boolean {
  return fresh({ 'if-none-match': headers['if-none-match'] }, { etag });
}
