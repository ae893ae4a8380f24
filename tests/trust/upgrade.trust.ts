import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { checkJourneys, type Journeys, startJourneys } from './failover/applicants';
import { createTypist, type Typist } from './outage/typist';
import type { Outcome, Suite } from './suite';
import { type Balancer, startBalancer } from './support/balancer';
import { type BuiltServer, startBuilt } from './support/builtServer';
import { onPostgres } from './support/engines';
import { withFolder } from './support/folders';
import { startObjectStore } from './support/objectStore';
import { noPostgres } from './support/postgres';
import { remoteServer } from './support/remoteServer';
import { withBrowser } from './support/withBrowser';
import { withOutageRetries } from './support/withOutageRetries';
import { withReLogin } from './support/withReLogin';
import { openOldPage } from './upgrade/openOldPage';
import { buildPrevious, previous } from './upgrade/previousRelease';

/**
 * This release replaces the previous one under load, and then the other way around. No call fails, no answer is lost,
 * and open pages keep working.
 */
export default { name: 'upgrade', run } satisfies Suite;

const TYPISTS = 3;
const JOURNEYS = 2;
/** Minimum number of payments per phase. */
const PAYMENTS = 1;
const PHASE_WITHIN = 180_000;

async function run(): Promise<Outcome> {
  const root = buildPrevious();
  const outcome = await withFolder((folder) => onPostgres(folder, ({ url }) => upgrade(root, folder, url)));
  return outcome ?? { n: 0, figure: 'nothing', failures: [], notRun: [noPostgres] };
}

async function upgrade(root: string, folder: string, url: string): Promise<Outcome> {
  const objects = await startObjectStore(folder);
  const key = () => randomBytes(32).toString('base64');
  const environment = {
    ...{ DATA_DIR: folder, DATABASE_URL: url, DATA_KEY: key(), TOKEN_KEY: key(), MIGRATE_ON_START: 'off' },
    ...{ LIMIT_FACTOR: '10000', LOG_LEVEL: 'silent', ...objects.environment },
  };
  const targets: string[] = [];
  const balancer = await startBalancer(targets, { keepsApplicants: true });
  try {
    return await withBrowser((browser) => judge({ root, folder, environment, targets, browser, balancer }));
  } finally {
    balancer.close();
    await objects.close();
  }
}

interface UpgradeSetup {
  /** The previous release. */
  root: string;
  folder: string;
  environment: Record<string, string>;
  /** The load balancer's targets. */
  targets: string[];
  browser: Parameters<typeof openOldPage>[0];
  balancer: Balancer;
}

async function judge({ root, folder, environment, targets, browser, balancer }: UpgradeSetup): Promise<Outcome> {
  const failures: string[] = [];
  const phases: string[] = [];
  const startOld = () => startBuilt(environment, [], path.join(root, 'dist/server/main.js'));
  const serve = (...processes: BuiltServer[]) =>
    targets.splice(0, targets.length, ...processes.map((one) => one.address));
  const retire = async (process: BuiltServer) => {
    await balancer.drain(process.address);
    await process.stop();
  };
  const server = withReLogin(remoteServer(() => balancer.address));

  let old = await startOld();
  serve(old);
  const typists = await Promise.all(Array.from({ length: TYPISTS }, () => createTypist(server)));
  const stops = typists.map((one) => one.start());
  const journeys = startJourneys(withOutageRetries(server), JOURNEYS);
  const run = async (phase: string) => {
    phases.push(phase);
    if (process.env.VERBOSE) console.error(new Date().toISOString(), phase);
    failures.push(...(await passPhase(phase, journeys, typists)));
  };
  await run('previous release');
  const page = await openOldPage(browser, old.address);

  await portal(environment, 'migrate');
  await portal(environment, 'files', 'publish', path.join(root, 'dist/app/assets'));
  await run('previous release on the new tables');
  let next = await startBuilt(environment);
  serve(old, next);
  await run('both releases');
  serve(next);
  await retire(old);
  await run('this release');
  failures.push(...(await page.goOn(next.address)), ...(await missingFiles(root, next.address)));
  await page.close();

  old = await startOld();
  serve(next, old);
  serve(old);
  await retire(next);
  await run('back on the previous release');
  next = await startBuilt(environment);
  serve(next);
  await retire(old);
  await run('this release again');

  await Promise.all(stops.map((stop) => stop()));
  // The previous release can't draw the record of an application that this one submitted. This one retries the jobs.
  const hurry = setInterval(() => void portal(environment, 'jobs', 'retry', 'all').catch(() => {}), 10_000);
  await journeys.stop();
  for (const one of typists) failures.push(...(await one.verify()));
  failures.push(...journeys.failures, ...(await checkJourneys(withOutageRetries(server), folder, journeys.paid)));
  clearInterval(hurry);
  await next.stop();
  const drafts = typists.reduce((sum, one) => sum + one.kept, 0);
  return {
    n: phases.length,
    figure: `phases from ${previous.version} to this release and back; ${drafts} drafts, ${journeys.paid.length} payments and an open page; ${failures.length} calls failed, lost or repeated`,
    failures,
  };
}

/** Waits until applicants have paid and every typist's text was saved. */
async function passPhase(phase: string, journeys: Journeys, typists: readonly Typist[]): Promise<string[]> {
  const paid = journeys.paid.length + PAYMENTS;
  const savedCounts = typists.map((one) => one.kept + 1);
  const isOver = () => journeys.paid.length >= paid && typists.every((one, n) => one.kept >= (savedCounts[n] ?? 0));
  for (const end = Date.now() + PHASE_WITHIN; !isOver(); await wait(50))
    if (Date.now() > end) return [`${phase}: nobody paid for ${PHASE_WITHIN / 1000} s`];
  return [];
}

/** Runs this release's operator commands. */
async function portal(environment: Record<string, string>, ...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, ['dist/server/portal.js', ...args], {
    env: { PATH: process.env.PATH, ...environment },
  });
}

/** Lists scripts, styles, WebAssembly and fonts of the previous release that this one doesn't serve. */
async function missingFiles(root: string, address: string): Promise<string[]> {
  const names = readdirSync(path.join(root, 'dist/app/assets')).filter((name) => /\.(js|css|wasm|woff2)$/.test(name));
  const isMissing = async (name: string) => !(await fetch(`${address}/assets/${name}`)).ok;
  const missing = [];
  for (const name of names)
    if (await isMissing(name)) missing.push(`/assets/${name} of the previous release is missing`);
  return missing;
}
