import type { AnyServer } from '../support/anyServer';
import { registerApplicant } from '../support/serverApplicants';
import { createTestServer, engines, type TestServer } from '../support/serverFixture';
import type { Mode, Outcome, Suite } from './suite';
import { noPostgres } from './support/postgres';
import { secondProcess } from './support/secondProcess';
import { runOnFleet, type SuiteServer, withoutLimits } from './support/severalProcesses';
import type { Tally } from './support/tally';
import { compareAnswers } from './tokens/enumeration';
import { flipBits, tryForgeries } from './tokens/forgeries';
import { tryLimits } from './tokens/limits';
import { raceRefreshes, reuseRefreshes } from './tokens/races';
import { raceScans } from './tokens/scans';

const RACES = 50;
const SCAN_RACES = 10;

/** Tokens work only for their owner, and once if they're one-time. Guessing reveals nothing and is stopped soon. */
export default { name: 'tokens', run } satisfies Suite;

async function run(mode: Mode): Promise<Outcome> {
  const tally: Tally = { n: 0, failures: [] };
  for (const engine of engines) await onUnlimited((server) => tryRefreshes(server, mode, tally), engine);
  const problems = await onUnlimited((server) => tryTokens(server, mode === 'long' ? 101 : 21, tally));
  const isThere =
    mode === 'quick' || (await runOnFleet(PROCESSES, (server, { each }) => tryBuilt(server, each, tally)));
  const limits = await tryAllLimits(tally);
  const also = mode === 'long' && isThere ? `; the same on ${PROCESSES} built processes` : '';
  const races = `${4 * RACES} races of 2 to 5 tabs and ${4 * SCAN_RACES} of 2 to 5 phones on each of ${engines.length} databases`;
  const figure = `${races}; ${problems}${also}; ${limits.length} limits at ±1: ${limits.join(', ')}`;
  return { ...tally, figure, notRun: isThere ? [] : [noPostgres] };
}

const PROCESSES = 3;

/** Repeats the tests on the production build. Its clock can't be changed. */
async function tryBuilt(server: SuiteServer, each: readonly AnyServer[], tally: Tally): Promise<true> {
  const before = tally.failures.length;
  const apps = each.map(({ app }) => app);
  await raceRefreshes(server, apps, await registerApplicant(server), RACES, tally);
  await raceScans(server, apps, await registerApplicant(server), SCAN_RACES, tally);
  await reuseRefreshes(server, server.app, await registerApplicant(server), 6, tally);
  await tryTokens(server, 21, tally);
  const own = tally.failures.splice(before);
  tally.failures.push(...own.map((one) => `${PROCESSES} processes: ${one}`));
  return true;
}

/** Runs `work` without rate limits, which would end the races. They have their own tests. */
async function onUnlimited<Told>(work: (server: TestServer) => Promise<Told>, engine = engines[0]): Promise<Told> {
  const server = await createTestServer(engine, { limits: withoutLimits });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

/** The embedded database runs one statement at a time. Only PostgreSQL runs several at the same time. */
async function tryRefreshes(server: TestServer, mode: Mode, tally: Tally): Promise<void> {
  const other = await secondProcess(server, { limits: server.deps.limits });
  try {
    await raceRefreshes(server, [server.app, other], await registerApplicant(server), RACES, tally);
    await raceScans(server, [server.app, other], await registerApplicant(server), SCAN_RACES, tally);
    await reuseRefreshes(server, server.app, await registerApplicant(server), mode === 'long' ? 50 : 10, tally);
  } finally {
    await other.close();
  }
}

async function tryTokens(server: SuiteServer, times: number, tally: Tally): Promise<string> {
  const medians = await compareAnswers(server, await registerApplicant(server), times, tally);
  await tryForgeries(server, await registerApplicant(server), tally);
  await flipBits(server, await registerApplicant(server), tally);
  return `medians for a registered and an unknown email: ${medians}`;
}

async function tryAllLimits(tally: Tally): Promise<string[]> {
  const server = await createTestServer();
  try {
    return await tryLimits(server, tally);
  } finally {
    await server.close();
  }
}
