import { crowd } from './load/crowd';
import { savesPerSecond, writesByPgbench } from './load/savesPerSecond';
import type { Mode, Outcome, Suite } from './suite';
import { onPostgres } from './support/engines';
import { startFleet } from './support/fleet';
import { withFolder } from './support/folders';
import { noPostgres } from './support/postgres';
import { slowdown } from './support/slowdown';

const PLANS = {
  // So short a run, beside other stages of the tests, cannot hold the whole bar; the long one does.
  quick: {
    crowds: [{ people: 30, seconds: 6, think: [0.3, 1] as [number, number] }],
    sizes: [1],
    seconds: 2,
    share: 0.25,
  },
  long: {
    crowds: [300, 1000].map((people) => ({ people, seconds: 60, think: [3, 10] as [number, number] })),
    sizes: [1, 2, 4],
    seconds: 10,
    share: 0.7,
  },
};
const SLOWER_THAN_NOTHING = 5;
const QUIET = 1.5;

/** Many applicants at once: saves stay near a call that does nothing, and near what the database can write. */
export default { name: 'load', run } satisfies Suite;

async function run(mode: Mode): Promise<Outcome> {
  const { crowds, sizes, seconds, share } = PLANS[mode];
  const told: string[] = [];
  const failures: string[] = [];
  const notRun: string[] = [];
  let n = 0;
  for (const size of sizes) {
    const isThere = await withFolder((folder) =>
      onPostgres(folder, async ({ url }) => {
        const fleet = await startFleet(size, folder, url, { LIMIT_FACTOR: '100000' });
        try {
          const { save, noop } = await savesPerSecond(fleet.server, fleet.addresses, seconds);
          n += (save.perSecond + noop.perSecond) * seconds;
          told.push(
            `${size} process(es): ${save.perSecond} saves/s p99 ${save.p99.toFixed(1)} ms, nothing ${noop.perSecond}/s p99 ${noop.p99.toFixed(1)} ms`,
          );
          if (save.refused + noop.refused) failures.push(`${save.refused + noop.refused} calls were refused`);
          if (size === 1) await judgeAlone(fleet, folder, url, save.perSecond);
        } finally {
          await fleet.stop();
        }
        return true;
      }),
    );
    if (!isThere) notRun.push(noPostgres);
  }
  return { n, figure: `calls; ${told.join('; ')}`, failures, notRun };

  async function judgeAlone(fleet: Awaited<ReturnType<typeof startFleet>>, folder: string, url: string, saves: number) {
    const peer = await writesByPgbench(url, folder, seconds);
    if (peer === undefined) notRun.push('pgbench: not on this machine');
    else {
      told.push(`${(saves / peer).toFixed(2)} of pgbench's ${peer}/s`);
      const busy = slowdown();
      if (busy > QUIET)
        notRun.push(
          `the share of pgbench's figure: a machine ${busy.toFixed(1)} times slower than alone tells nothing`,
        );
      else if (saves < share * peer) failures.push(`${saves} saves a second are under ${share} of pgbench's ${peer}`);
    }
    for (const plan of crowds) {
      const felt = await crowd(fleet.server, plan);
      n += felt.calls;
      failures.push(...felt.failures);
      const [save, noop] = [felt.save.of(0.99), felt.noop.of(0.99)];
      told.push(`${plan.people} applicants: save p99 ${save.toFixed(1)} ms, nothing ${noop.toFixed(1)} ms`);
      if (save > SLOWER_THAN_NOTHING * noop)
        failures.push(`p99 of a save ${save.toFixed(1)} ms, of nothing ${noop.toFixed(1)} ms`);
    }
  }
}
