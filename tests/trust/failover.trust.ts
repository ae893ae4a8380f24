import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { retryDuringOutage } from '../../src/server/platform/db/outage';
import { checkJourneys, startJourneys } from './failover/applicants';
import { type Cluster, startCluster } from './failover/cluster';
import { addWebhook, type Receivers, startReceivers } from './failover/receivers';
import { PATRONI } from './failover/settings';
import { createTypist, type Typist } from './outage/typist';
import type { Mode, Outcome, Suite } from './suite';
import { type Fleet, startFleet } from './support/fleet';
import { withFolder } from './support/folders';
import { slowdown } from './support/slowdown';
import { withOutageRetries } from './support/withOutageRetries';
import { withReLogin } from './support/withReLogin';

/**
 * Kills or isolates the primary while applicants apply. Nothing acknowledged is lost, and nothing is charged or sent
 * twice.
 */
export default { name: 'failover', run } satisfies Suite;

const FAULTS = { quick: { kills: 1, cuts: 1 }, long: { kills: 20, cuts: 5 } };
const TYPISTS = 4;
const JOURNEYS = 2;
/** Maximum median seconds until a draft is saved. */
const WRITES_WITHIN = 15;

async function run(mode: Mode): Promise<Outcome> {
  return withFolder(async (folder) => {
    const cluster = await startCluster();
    const receivers = await startReceivers();
    try {
      return await withFleet(folder, cluster, receivers, (fleet) => judge(fleet, folder, cluster, receivers, mode));
    } finally {
      receivers.close();
      await cluster.stop();
    }
  });
}

async function withFleet<T>(
  folder: string,
  cluster: Cluster,
  { smtpUrl, webhookUrl }: Receivers,
  work: (fleet: Fleet) => Promise<T>,
): Promise<T> {
  const settings = { DATABASE_POOLER: 'transaction', SMTP_URL: smtpUrl, LIMIT_FACTOR: '10000', LOG_LEVEL: 'silent' };
  const fleet = await startFleet(2, folder, cluster.url, settings);
  const stop = () => fleet.stop();
  return addWebhook(fleet.environment, webhookUrl)
    .then(() => work(fleet))
    .finally(stop);
}

async function judge(
  { server: fleet, processes }: Fleet,
  folder: string,
  cluster: Cluster,
  receivers: Receivers,
  mode: Mode,
): Promise<Outcome> {
  const { kills, cuts } = FAULTS[mode];
  const server = withReLogin(fleet);
  const typists = await Promise.all(Array.from({ length: TYPISTS }, () => createTypist(server)));
  const journeys = startJourneys(withOutageRetries(server), JOURNEYS);
  const outages: number[] = [];
  const failures: string[] = [];
  for (let n = 0; n < kills + cuts; n += 1) {
    const stops = typists.map((one) => one.start());
    await wait(1000);
    // Spreads the network cuts evenly among the faults.
    const isCut = Math.floor(((n + 1) * cuts) / (kills + cuts)) > Math.floor((n * cuts) / (kills + cuts));
    outages.push(await failOver(cluster, typists, isCut, failures));
    await Promise.all(stops.map((stop) => stop()));
    for (const one of typists) failures.push(...(await one.verify()), ...one.failures.splice(0));
  }
  await journeys.stop();
  failures.push(...journeys.failures, ...(await checkJourneys(withOutageRetries(server), folder, journeys.paid)));
  await settled(cluster.direct);
  failures.push(...receivers.repeated());
  for (const { child, said } of processes) if (child.exitCode !== null) failures.push(`a process ended: ${said()}`);
  const median = outages.sort((a, b) => a - b)[Math.floor((outages.length - 1) / 2)] ?? 0;
  if (median > WRITES_WITHIN * slowdown()) failures.push(`writes recovered only after ${median} s (median)`);
  const { emails, events } = receivers.counts();
  const kept = typists.reduce((sum, one) => sum + one.kept, 0);
  return {
    n: kills + cuts,
    figure: `failovers, ${kills} kills, ${cuts} cut off (Patroni's ttl: ${PATRONI.ttl} s); writes recovered after ${median} s (median) and at most ${outages.at(-1)} s; ${kept} drafts, ${journeys.paid.length} payments, ${emails} emails and ${events} events; ${failures.length} lost, repeated or wrongly reported`,
    failures,
  };
}

/** Returns the seconds until a draft is saved that was typed after the fault. */
async function failOver(
  cluster: Cluster,
  typists: readonly Typist[],
  isCut: boolean,
  failures: string[],
): Promise<number> {
  const started = Date.now();
  const node = await (isCut ? cluster.cutOffPrimary() : cluster.killPrimary());
  const failed = Date.now();
  const tried = typists.map((one) => one.tried);
  const isSaved = () => typists.some((one, n) => one.kept > (tried[n] ?? 0));
  while (!isSaved() && Date.now() - failed < 90_000) await wait(20);
  if (!isSaved()) failures.push(`nothing was saved for 90 s after ${isCut ? 'a cut' : 'a kill'}`);
  const seconds = Math.round((Date.now() - started) / 100) / 10;
  await cluster.restore(node);
  return seconds;
}

const SETTLED_WITHIN = 150_000;

/**
 * Resolves when no job is running, waiting for a retry or due within a minute. A lease lost with the primary expires
 * within a minute.
 */
async function settled(url: string): Promise<void> {
  const db = new pg.Pool({ connectionString: url, max: 1 });
  db.on('error', () => {});
  const waiting =
    "select kind, error from job where given_up_at is null and (attempts > 0 or run_at < now() + interval '1 minute')";
  const listWaiting = () => retryDuringOutage(() => db.query(waiting), SETTLED_WITHIN);
  try {
    for (const end = Date.now() + SETTLED_WITHIN; Date.now() < end; await wait(500))
      if ((await listWaiting()).rowCount === 0) return;
    throw new Error(`Jobs still wait: ${JSON.stringify((await listWaiting()).rows)}`);
  } finally {
    await db.end();
  }
}
