import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { createDeps, type Deps } from '../../../src/server/deps';
import { findRoot, readConfig } from '../../../src/server/platform/config';

import type { AnyServer } from '../../support/anyServer';
import type { TestServer } from '../../support/serverFixture';
import { onPostgres } from './engines';
import { type Fleet, startFleet } from './fleet';
import { withFolder } from './folders';

/** Everything the suites need from a server: the one in this process, or several built ones. */
export interface SuiteServer extends Pick<TestServer, 'drain'> {
  app: AnyServer['app'];
  /** Accesses the server's storage directly. */
  deps: Deps;
  /** Advances the server's clock, or waits. */
  advance(seconds: number): void | Promise<void>;
}

export const withoutLimits = { take: async () => undefined, trust: async () => {}, sweep: async () => {} };

/**
 * Runs `work` on `size` built processes behind a balancer, with one PostgreSQL and one object store. Undefined without
 * PostgreSQL.
 */
export function runOnFleet<T>(size: number, work: (server: SuiteServer, fleet: Fleet) => Promise<T>) {
  return withFolder((folder) =>
    onPostgres(folder, async ({ url }) => {
      const fleet = await startFleet(size, folder, url, { LIMIT_FACTOR: '10000' });
      const db = new pg.Pool({ connectionString: url, max: 4 });
      const config = readConfig({ ...fleet.environment, LOG_LEVEL: 'silent' }, findRoot());
      const deps = await createDeps(config, db, { limits: withoutLimits });
      const advance = (seconds: number): Promise<void> => wait(seconds * 1000);
      try {
        return await work({ app: fleet.server.app, deps, advance, drain: () => settled(db) }, fleet);
      } finally {
        await deps.payments.close();
        await db.end();
        await fleet.stop();
      }
    }),
  );
}

/**
 * Resolves when no job is due or running.
 * @throws Error after 15 seconds
 */
async function settled(db: pg.Pool): Promise<void> {
  const isBusy = 'select from job where run_at <= now() or (attempts > 0 and error is null) limit 1';
  for (let n = 0; n < 150; n += 1) {
    if ((await db.query(isBusy)).rowCount === 0) return;
    await wait(100);
  }
  throw new Error('There is still a job due');
}
