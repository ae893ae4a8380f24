import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findRoot } from '../config';
import { refuse } from './errors';

/**
 * Serves the built app: files with a hash in their name for ever, and index.html, never cached, for every page address.
 * Without a build (tests, `npm run dev`) there is nothing to serve.
 */
export async function addAppFiles(app: FastifyInstance, root = path.join(findRoot(), 'dist/app')): Promise<void> {
  if (!existsSync(path.join(root, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, file) => reply.setHeader('cache-control', cachingOf(file, root)),
  });
  app.get('/*', { schema: { hide: true }, config: { open: true } }, async (request, reply) => {
    if (!isPage(request)) throw refuse('notFound');
    return reply.sendFile('index.html');
  });
}

function cachingOf(file: string, root: string): string {
  return file.startsWith(path.join(root, 'assets')) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** A page address has no file ending, the link values in it included, and a browser asks for HTML. */
function isPage(request: FastifyRequest): boolean {
  const [pathname = ''] = request.url.split('?');
  return !/^\/(api|sandbox|assets)(\/|$)/.test(pathname) && !/\.[a-z0-9]{1,5}$/i.test(pathname);
}
