import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { messages } from '../messages/serverMessages';
import { fillText } from '../model/messages/fillText';
import { buildServer } from './app';
import { listSubscriberIds } from './applications/linkRepository';
import { demoOffice } from './demoOffice';
import { createDeps, type Deps } from './deps';
import { jobDelays, sweepRows, workerPools } from './features';
import { findDemoLinks, seedDemo } from './features/demo/demoRepository';
import { disposeDecided } from './features/erasure/disposeDecided';
import { removeAbandonedApplications } from './features/erasure/removeAbandonedApplications';
import { describeRejection, watchSchemas } from './forms/schemaWatch';
import { publishReleaseFiles } from './pages/releaseFiles';
import type { Config } from './platform/config';
import { type OpenDatabase, openDatabase } from './platform/db/database';
import { migrateIfAllowed } from './platform/db/migrate';
import { type CommandResult, listenForCommands } from './platform/db/operatorSocket';
import { maintainFiles } from './platform/files/sweepFiles';
import { compileAhead } from './platform/http/compilers';
import { releaseClaims } from './platform/http/idempotencyRepository';
import { shutDownGracefully } from './platform/http/shutDownGracefully';
import { releaseJobs } from './platform/jobs/jobRepository';
import { startWorker } from './platform/jobs/jobs';
import { reportDelays } from './platform/jobs/reportDelays';
import { startTracing } from './platform/tracing/startTracing';
import { traceQueries } from './platform/tracing/traceQueries';

const SWEEP_INTERVAL = 3_600_000;
const DELAY_INTERVAL = 60_000;
const SWEEPS_PER_FULL_SWEEP = 24;
/** Milliseconds to wait before compiling, because compiling would delay the first requests. */
const COMPILE_AFTER = 2000;

/** Passed in by main.ts, the only server file that may import the tools. */
export type RunCommand = (
  portal: { db: Deps['db']; config: Config; cwd: string },
  args: string[],
) => Promise<CommandResult>;

export async function serve(config: Config, runCommand: RunCommand): Promise<void> {
  const stopTracing = await startTracing(config);
  const database = await openDatabase(config.databaseUrl, config.dataDir, config);
  if (stopTracing) traceQueries(database.db);
  await migrateIfAllowed(database.db, config);
  if (!config.production) await seedDemo(database.db);
  // This process has the folder's lock, so other processes' leases are stale.
  if (database.name === 'PGlite') await Promise.all([releaseJobs(database.db), releaseClaims(database.db)]);
  const deps = await createDeps(config, database.db);
  const app = await buildServer({ deps });
  const stopEvents = await database.listen(deps.events);
  let stopBackground = async (): Promise<unknown> => undefined;
  app.addHook('preClose', async () => deps.events.close());
  const stopListening = database.name === 'PGlite' ? await startOperatorSocket(deps, app, runCommand) : () => undefined;
  app.addHook('onClose', async () => {
    stopListening();
    await stopBackground();
    await stopEvents();
    await database.close();
    await stopTracing?.();
  });
  shutDownGracefully(app);
  const address = await app.listen({ port: config.port, host: config.host });
  // Jobs start after the server, so that they don't delay its start.
  stopBackground = startBackground(deps, app);
  await printAddresses(deps, database, address);
  if (config.demoOffice) await openDemoOffice(deps, app, address).catch((error) => app.log.error(error));
}

function startBackground(deps: Deps, app: FastifyInstance): () => Promise<unknown> {
  const report = (error: unknown): void => app.log.error(error);
  let isStopped = false;
  const workers = workerPools(deps).map(([handlers, atOnce]) => startWorker(deps.db, handlers, report, atOnce));
  const stopWaking = deps.events.subscribe('job', () => {
    for (const worker of workers) worker.wake();
  });
  let warming: Promise<unknown> = Promise.resolve();
  const warmSoon = setTimeout(() => {
    warming = compileAhead(() => isStopped)
      .then(() => compileForms(deps, () => isStopped))
      .catch(report);
  }, COMPILE_AFTER).unref();
  if (deps.forms.blockers.length) app.log.error(describeRejection(deps.forms.blockers));
  const stopWatching = watchSchemas(deps.forms, app.log, { folder: deps.config.schemasDir });
  let sweeps = 0;
  // Checks the file store first, because nothing may be deleted from another installation's store.
  const sweep = async () => {
    const isWhole = sweeps % SWEEPS_PER_FULL_SWEEP === 0;
    sweeps += 1;
    await maintainFiles(deps, app.log, isWhole).catch(report);
    if (isWhole && isUpdated(deps.config)) await publishReleaseFiles(deps.files, deps.clock()).catch(report);
    await sweepRows(deps);
    await removeAbandonedApplications(deps);
    await disposeDecided(deps);
  };
  let sweeping: Promise<unknown> = sweep().catch(report);
  const timer = setInterval(() => {
    sweeping = sweep().catch(report);
  }, SWEEP_INTERVAL).unref();
  let reporting: Promise<unknown> = Promise.resolve();
  const delays = setInterval(() => {
    reporting = reportDelays(deps.db, jobDelays, app.log).catch(report);
  }, DELAY_INTERVAL).unref();
  return () => {
    isStopped = true;
    clearInterval(delays);
    clearInterval(timer);
    clearTimeout(warmSoon);
    stopWatching();
    stopWaking();
    return Promise.all([...workers.map((worker) => worker.stop()), warming, sweeping, reporting]);
  };
}

/** True if an update may happen while pages are open. */
const isUpdated = ({ production, s3 }: Config) => production || s3 !== undefined;

/** Opens a socket for `npm run portal`, because only this process can use the locked folder. */
function startOperatorSocket({ db, config }: Deps, app: FastifyInstance, runCommand: RunCommand): Promise<() => void> {
  const report = (error: unknown): void => app.log.error(error);
  return listenForCommands(config.dataDir, ({ args, cwd }) => runCommand({ db, config, cwd }, args), report);
}

async function printAddresses({ db, config }: Deps, database: OpenDatabase, address: string): Promise<void> {
  const texts = messages('operator');
  console.log(fillText(texts.listening, { address, database: database.name, folder: config.dataDir }));
  if (database.name === 'PGlite') console.log(texts.embedded);
  if (config.production && !process.env.APP_URL) console.warn(fillText(texts.noAppUrl, { appUrl: config.appUrl }));
  const links = config.production ? [] : await findDemoLinks(db);
  const at = process.env.APP_URL ? config.appUrl : address;
  if (links.length > 0) console.log([texts.linksHeading, ...links.map((link) => `  ${at}${link}`)].join('\n'));
}

async function openDemoOffice(deps: Deps, app: FastifyInstance, address: string): Promise<void> {
  const { demoOfficePath, seedApplications } = await import('./features/demo/seedApplications');
  const path = await demoOfficePath(deps, demoOffice);
  if (!path) return;
  console.log(
    fillText(messages('operator').officeLink, { link: `${process.env.APP_URL ? deps.config.appUrl : address}${path}` }),
  );
  await seedApplications(deps, app, demoOffice);
}

/** Compiles the forms of up to 20 subscribers before applicants need them. */
async function compileForms(deps: Deps, isStopped: () => boolean): Promise<void> {
  for (const id of await listSubscriberIds(deps.db, 20)) {
    const settings = await deps.forms.getSubscriberSettings(id);
    for (const section of deps.forms.catalog.sectionNames) {
      if (isStopped()) return;
      await deps.forms.serveSection(section, settings);
      await setImmediate();
    }
  }
}
