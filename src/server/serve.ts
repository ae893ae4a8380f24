import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import texts from '../../schemas/texts/operator.json';
import { fillText } from '../model/fillText';
import { buildServer } from './buildServer';
import { type Config, findRoot } from './config';
import { migrate, type OpenDatabase, openDatabase } from './db/database';
import { listenToOperator, type Outcome } from './db/operatorSocket';
import { findDemoLinks, seedDemo } from './demo/seedDemo';
import { createDeps, type Deps } from './deps';
import { sayHeldBack, watchSchemas } from './forms/schemaWatch';
import { compileAhead } from './http/compilers';
import { endInOrder } from './http/endInOrder';
import { releaseClaims } from './http/idempotencyStore';
import { jobHandlers } from './jobs/jobHandlers';
import { type JobHandler, releaseJobs, startWorker } from './jobs/jobs';
import { retainDrafts, sweepRows } from './retention/retainDrafts';

const sweepEvery = 3_600_000;
/** A start is over sooner, and whoever comes first has the processor to themselves. */
const warmAfter = 2000;

/** Does an operator's command on a database: `runCommand` of src/tools/portal, handed in because tools know the server and not the other way. */
export type RunCommand = (portal: { db: Deps['db']; config: Config; cwd: string }, args: string[]) => Promise<Outcome>;

/** Serves app and API until SIGINT or SIGTERM, which end it in order. */
export async function serve(config: Config, runCommand: RunCommand): Promise<void> {
  const root = findRoot();
  const database = await openDatabase(config.databaseUrl, config.dataDir);
  await migrate(database.db, path.join(root, 'src/server/db/migrations'));
  if (!config.production) await seedDemo(database.db);
  // Nobody else has this folder, so what is still taken was taken by a process that died.
  if (database.name === 'PGlite') await Promise.all([releaseJobs(database.db), releaseClaims(database.db)]);
  const deps = await createDeps(config, database.db);
  const app = await buildServer({ deps });
  const stopEvents = await database.listen(deps.events);
  let stopBackground = async (): Promise<unknown> => undefined;
  app.addHook('preClose', async () => deps.events.close());
  const stopListening = database.name === 'PGlite' ? await takeOrders(deps, app, runCommand) : () => undefined;
  app.addHook('onClose', async () => {
    stopListening();
    await stopBackground();
    await stopEvents();
    await database.close();
  });
  endInOrder(app);
  const address = await app.listen({ port: config.port, host: config.host });
  // Not sooner: waiting jobs and compiling ahead would take the processor from the start itself.
  stopBackground = startBackground(deps, app);
  await announce(deps, database, address);
  if (config.demoOffice) await openDemoOffice(deps, app, address).catch((error) => app.log.error(error));
}

/** What goes on next to requests: jobs, sweeping, compiling the forms ahead. Gives the function that ends it. */
function startBackground(deps: Deps, app: FastifyInstance): () => Promise<unknown> {
  const report = (error: unknown): void => app.log.error(error);
  let isStopped = false;
  const workers = inLanes(jobHandlers(deps)).map(([handlers, atOnce]) =>
    startWorker(deps.db, handlers, report, atOnce),
  );
  const stopWaking = deps.events.subscribe('job', () => {
    for (const worker of workers) worker.wake();
  });
  let warming: Promise<unknown> = Promise.resolve();
  const warmSoon = setTimeout(() => {
    warming = compileAhead(() => isStopped)
      .then(() => warmForms(deps, () => isStopped))
      .catch(report);
  }, warmAfter).unref();
  if (deps.forms.heldBack.length) app.log.error(sayHeldBack(deps.forms.heldBack));
  const stopWatching = watchSchemas(deps.forms, app.log);
  const sweep = () => sweepRows(deps).then(() => retainDrafts(deps));
  let sweeping: Promise<unknown> = sweep().catch(report);
  const timer = setInterval(() => {
    sweeping = sweep().catch(report);
  }, sweepEvery).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    clearTimeout(warmSoon);
    stopWatching();
    stopWaking();
    return Promise.all([...workers.map((worker) => worker.stop()), warming, sweeping]);
  };
}

/**
 * How many jobs of each lane are done at once, and of which kinds; all others have a lane of their own. Documents take seconds each: a mail
 * does not wait behind them, somebody else's not behind a bad one, none behind pages of pictures, which take the longest,
 * and none behind a landlord's system that does not answer.
 */
const SLOW_LANES: [atOnce: number, kinds: string[]][] = [
  [2, ['read-document', 'licence-barcode', 'record-document']],
  [1, ['read-page']],
  [4, ['tell-office']],
];

/** The handlers of each lane, and how many of its jobs are done at once. */
function inLanes(handlers: Record<string, JobHandler>): [Record<string, JobHandler>, number][] {
  const slow = SLOW_LANES.flatMap(([, kinds]) => kinds);
  const quick = Object.keys(handlers).filter((kind) => !slow.includes(kind));
  const lanes: typeof SLOW_LANES = [[1, quick], ...SLOW_LANES];
  return lanes.map(([atOnce, kinds]) => [
    Object.fromEntries(Object.entries(handlers).filter(([kind]) => kinds.includes(kind))),
    atOnce,
  ]);
}

/** `npm run portal` cannot open a folder that this process holds, so it asks this process. */
function takeOrders({ db, config }: Deps, app: FastifyInstance, runCommand: RunCommand): Promise<() => void> {
  const report = (error: unknown): void => app.log.error(error);
  return listenToOperator(config.dataDir, ({ args, cwd }) => runCommand({ db, config, cwd }, args), report);
}

async function announce({ db, config }: Deps, database: OpenDatabase, address: string): Promise<void> {
  console.log(fillText(texts.listening, { address, database: database.name, folder: config.dataDir }));
  if (database.name === 'PGlite') console.log(texts.embedded);
  if (config.production && !process.env.APP_URL) console.warn(fillText(texts.noAppUrl, { appUrl: config.appUrl }));
  const links = config.production ? [] : await findDemoLinks(db);
  const at = process.env.APP_URL ? config.appUrl : address;
  if (links.length > 0) console.log([texts.linksHeading, ...links.map((link) => `  ${at}${link}`)].join('\n'));
}

/** After the start, which does not wait for it: the demo's applications, and the way into its office. */
async function openDemoOffice(deps: Deps, app: FastifyInstance, address: string): Promise<void> {
  const { demoOfficePath, seedApplications } = await import('./demo/seedApplications');
  const path = await demoOfficePath(deps);
  if (!path) return;
  console.log(fillText(texts.officeLink, { link: `${process.env.APP_URL ? deps.config.appUrl : address}${path}` }));
  await seedApplications(deps, app);
}

/** Compiles every section for every subscriber, a section at a time, so that no applicant waits for it; stops when aborted. */
async function warmForms(deps: Deps, isStopped: () => boolean): Promise<void> {
  const { rows } = await deps.db.query<{ id: string }>('select id from subscriber order by id limit 20');
  for (const { id } of rows) {
    const overlay = await deps.forms.overlayOf(id);
    for (const section of deps.forms.catalogue.sectionNames) {
      if (isStopped()) return;
      await deps.forms.publish(section, overlay);
      // Requests that came meanwhile go first.
      await setImmediate();
    }
  }
}
