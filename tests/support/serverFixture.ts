import type { FastifyInstance } from 'fastify';
import { buildServer } from '../../src/server/buildServer';
import { findRoot, readConfig } from '../../src/server/config';
import { createEvents } from '../../src/server/db/events';
import { seedDemo } from '../../src/server/demo/seedDemo';
import { createDeps, type Deps } from '../../src/server/deps';
import { createFormStore } from '../../src/server/forms/formStore';
import { createForms } from '../../src/server/forms/forms';
import { jobHandlers } from '../../src/server/jobs/jobHandlers';
import { drainJobs } from '../../src/server/jobs/jobs';

import { schemaFolder } from './schemaFolder';
import { type Engine, engines } from './serverEngines';

export { engines } from './serverEngines';

export interface TestServer {
  app: FastifyInstance;
  deps: Deps;
  /** Moves the server's clock on. */
  advance(seconds: number): void;
  /** Has changes told to this server as to a running one, until the function given back is called. */
  listen(): Promise<() => Promise<void>>;
  /** Does the work that requests left behind (mail, checks). */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The built server on a fresh database of the given engine with the demo subscriber, with a clock of its own; `close` it afterwards.
 * `schemas` is a folder to take in the place of schemas/.
 */
export async function createTestServer(
  engine: Engine | undefined = engines[0],
  replaced: Partial<Deps> = {},
  schemas?: string,
): Promise<TestServer> {
  if (!engine) throw new Error('There is no database engine to test on');
  const database = await engine.open();
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  const config = readConfig({ DATA_DIR: database.dataDir, LOG_LEVEL: 'silent' }, findRoot());
  await seedDemo(database.db);
  const events = createEvents();
  const forms = schemas ? { forms: await createForms(createFormStore(database.db), clock, events, schemas) } : {};
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
      drainJobs(database.db, jobHandlers(deps), (error) => {
        throw error;
      }),
    async close() {
      await app.close();
      await database.close();
    },
  };
}

export interface ServerOnCopy extends TestServer {
  /** Its own copy of schemas/, which a test may change. */
  folder: string;
}

/** The server on a copy of schemas/ with files more, or others, by their path there; `close` takes the copy away as well. */
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
