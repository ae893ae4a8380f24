import { registerApplicant } from '../support/serverApplicants';
import { createTestServer, engines, type TestServer } from '../support/serverFixture';
import type { Mode, Outcome, Suite } from './suite';
import { secondProcess } from './support/secondProcess';
import type { Tally } from './support/tally';
import { compareAnswers } from './tokens/enumeration';
import { flipBits, tryForgeries } from './tokens/forgeries';
import { tryLimits } from './tokens/limits';
import { raceRefreshes, reuseRefreshes } from './tokens/races';

const RACES = 50;

/** Tokens are used by whom they were given to, once where once is meant; guessing tells nothing and ends soon. */
export default { name: 'tokens', run } satisfies Suite;

async function run(mode: Mode): Promise<Outcome> {
  const tally: Tally = { n: 0, failures: [] };
  for (const engine of engines) await withoutLimits((server) => tryRefreshes(server, mode, tally), engine);
  const told = await withoutLimits((server) => tryTokens(server, mode, tally));
  const limits = await tryAllLimits(tally);
  return { ...tally, figure: `${told}; ${limits.length} limits at ±1: ${limits.join(', ')}` };
}

/** Limits would end the races; they are tried for themselves. */
async function withoutLimits<Told>(work: (server: TestServer) => Promise<Told>, engine = engines[0]): Promise<Told> {
  const server = await createTestServer(engine, { limits: { take: async () => {}, sweep: async () => {} } });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

/** The embedded database does one thing after the other: what truly runs at once is on PostgreSQL. */
async function tryRefreshes(server: TestServer, mode: Mode, tally: Tally): Promise<void> {
  const other = await secondProcess(server, { limits: server.deps.limits });
  try {
    await raceRefreshes(server, [server.app, other], await registerApplicant(server), RACES, tally);
    await reuseRefreshes(server, server.app, await registerApplicant(server), mode === 'long' ? 50 : 10, tally);
  } finally {
    await other.close();
  }
}

async function tryTokens(server: TestServer, mode: Mode, tally: Tally): Promise<string> {
  const medians = await compareAnswers(server, await registerApplicant(server), mode === 'long' ? 101 : 21, tally);
  await tryForgeries(server, await registerApplicant(server), tally);
  await flipBits(server, await registerApplicant(server), tally);
  const races = `${4 * RACES} races of 2 to 5 tabs on each of ${engines.length} databases`;
  return `${races}; medians of a registered and another e-mail: ${medians}`;
}

async function tryAllLimits(tally: Tally): Promise<string[]> {
  const server = await createTestServer();
  try {
    return await tryLimits(server, tally);
  } finally {
    await server.close();
  }
}
