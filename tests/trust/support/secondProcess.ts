import type { FastifyInstance } from 'fastify';
import { buildServer } from '../../../src/server/app';
import { createDeps, type Deps } from '../../../src/server/deps';
import type { TestServer } from '../../support/serverFixture';

/** Simulates another process with the same database and keys, but none of the first one's caches. */
export async function secondProcess({ deps }: TestServer, replaced: Partial<Deps> = {}): Promise<FastifyInstance> {
  const { config, db, clock, tokenKey } = deps;
  const payments = { ...deps.payments, close: async () => {} };
  const made = await createDeps(config, db, { clock, tokenKey, payments, ...replaced });
  const app = await buildServer({ deps: made });
  await app.ready();
  return app;
}
