import type { FastifyInstance } from 'fastify';
import { buildServer } from '../../src/server/app';
import { createDeps, type Deps } from '../../src/server/deps';
import { jobHandlers } from '../../src/server/features';
import { seedDemo } from '../../src/server/features/demo/demoRepository';
import { createFormRepository } from '../../src/server/forms/formRepository';
import { createForms } from '../../src/server/forms/forms';
import { findRoot, readConfig } from '../../src/server/platform/config';
import { createEvents } from '../../src/server/platform/db/events';
import type { Limits } from '../../src/server/platform/http/rateLimit';
import { runDueJobs } from '../../src/server/platform/jobs/jobs';
import { schemaFolder } from './schemaFolder';
import { type Engine, engines } from './serverEngines';

export { engines } from './serverEngines';

export interface TestServer {
  app: FastifyInstance;
  deps: Deps;
  /** Advances the server's clock. */
  advance(seconds: number): void;
  /** Sends database events to this server until the returned function is called. */
  listen(): Promise<() => Promise<void>>;
  /** Runs the jobs that requests enqueued (emails, checks). */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** Limits that never refuse, for tests with many calls. */
export const noLimits: Limits = { take: async () => {}, trust: async () => {}, sweep: async () => {} };

/**
 * Creates a server with a new database of an engine, the demo subscriber and its own clock. `close` it afterward.
 * `schemas` replaces the folder schemas/.
 */
export async function createTestServer(
  engine: Engine | undefined = engines[0],
  replaced: Parameters<typeof createDeps>[2] = {},
  schemas?: string,
): Promise<TestServer> {
  if (!engine) throw new Error('There is no database engine to test on');
  const database = await engine.open();
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  const config = readConfig({ DATA_DIR: database.dataDir, LOG_LEVEL: 'silent' }, findRoot());
  await seedDemo(database.db);
  const events = createEvents();
  const forms = schemas ? { forms: await createForms(createFormRepository(database.db), clock, events, schemas) } : {};
  const deps = await createDeps(config, database.db, { clock, events, ...forms, ...replaced });
  const app = await buildServer({ deps });
  await app.ready();
  return {
    app,
    deps,
    advance(seconds) {
      ahead += seconds * 1000;
    },
    listen: () => database.listen(deps.events),
    drain: () =>
      runDueJobs(database.db, jobHandlers(deps), (error) => {
        throw error;
      }),
    async close() {
      await app.close();
      await database.close();
    },
  };
}

export interface ServerOnCopy extends TestServer {
  /** Its own copy of schemas/, which tests can change. */
  folder: string;
}

/** Like `createTestServer`, with a copy of schemas/ that has additional or changed files. `close` deletes the copy. */
export async function createServerOnCopy(
  files: Record<string, unknown> = {},
  engine = engines[0],
): Promise<ServerOnCopy> {
  const { folder, remove } = await schemaFolder(files);
  const server = await createTestServer(engine, {}, folder);
  return {
    ...server,
    folder,
    async close() {
      await server.close();
      await remove();
    },
  };
}
