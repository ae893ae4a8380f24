import { registerApplicant } from '../support/serverApplicants';
import { createTestServer } from '../support/serverFixture';
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
  const told = await tryTokens(mode, tally);
  const limits = await tryAllLimits(tally);
  return { ...tally, figure: `${told}; ${limits.length} limits at ±1: ${limits.join(', ')}` };
}

/** Without limits, which would end the races; they are tried for themselves. */
async function tryTokens(mode: Mode, tally: Tally): Promise<string> {
  const server = await createTestServer(undefined, { limits: { take: async () => {}, sweep: async () => {} } });
  const other = await secondProcess(server, { limits: server.deps.limits });
  try {
    const medians = await compareAnswers(server, await registerApplicant(server), mode === 'long' ? 101 : 21, tally);
    await raceRefreshes(server, [server.app, other], await registerApplicant(server), RACES, tally);
    await reuseRefreshes(server, server.app, await registerApplicant(server), mode === 'long' ? 50 : 10, tally);
    await tryForgeries(server, await registerApplicant(server), tally);
    await flipBits(server, await registerApplicant(server), tally);
    return `${4 * RACES} races of 2 to 5 tabs; medians of a registered and another e-mail: ${medians}`;
  } finally {
    await other.close();
    await server.close();
  }
}

async function tryAllLimits(tally: Tally): Promise<string[]> {
  const server = await createTestServer();
  try {
    return await tryLimits(server, tally);
  } finally {
    await server.close();
  }
}
