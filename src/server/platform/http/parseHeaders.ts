import fastifyAccepts from '@fastify/accepts';
import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** `Accept-Language: es-MX,en;q=0.8` → ['es', 'en'] */
    preferredLanguages: string[];
  }
}

export async function parseHeaders(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCookie);
  await app.register(fastifyAccepts);
  app.decorateRequest('preferredLanguages', {
    getter() {
      return this.languages().flatMap(toLanguage);
    },
  });
}

/** `'es-MX'` → ['es'], `'*'` → [] */
export function toLanguage(tag: string): string[] {
  const language = /^\s*([a-z]{2,3})\b/i.exec(tag)?.[1];
  return language ? [language.toLowerCase()] : [];
}
