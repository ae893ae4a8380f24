import { type Figures, measureSaves } from './load/savesPerSecond';
import { type Load, simulateApplicants } from './load/simulateApplicants';
import type { Mode, Outcome, Suite } from './suite';
import { onPostgres } from './support/engines';
import { type Fleet, startFleet } from './support/fleet';
import { withFolder } from './support/folders';
import { noPostgres } from './support/postgres';

const PLANS = {
  // A run this short only detects saves that became several times slower. If the disk is fast, pgbench is limited by
  // the CPU, which the server and its callers share. The server reached 0.3 to 0.8 of its figure. The long run has
  // the full limit.
  quick: {
    crowds: [{ people: 30, seconds: 6, think: [0.3, 1] as [number, number] }],
    sizes: [1],
    measure: { rounds: 3, seconds: 1 },
    share: 0.2,
  },
  long: {
    crowds: [300, 1000].map((people) => ({ people, seconds: 60, think: [3, 10] as [number, number] })),
    sizes: [1, 2, 4],
    measure: { rounds: 7, seconds: 3 },
    share: 0.7,
  },
};
const SLOWER_THAN_NOTHING = 5;
/** If the disk is slow, a save may take as long as this many bare commits. */
const SLOWER_THAN_A_COMMIT = 2;

/**
 * Many applicants at once: a save takes at most a few times as long as an empty call, and the server makes a minimum
 * share of the saves that pgbench makes.
 */
export default { name: 'load', run } satisfies Suite;

async function run(mode: Mode): Promise<Outcome> {
  const { crowds, sizes, measure, share } = PLANS[mode];
  const lines: string[] = [];
  const failures: string[] = [];
  const notRun: string[] = [];
  let n = 0;
  for (const size of sizes) {
    const isThere = await withFolder((folder) =>
      onPostgres(folder, async ({ url }) => {
        const fleet = await startFleet(size, folder, url, { LIMIT_FACTOR: '100000' });
        try {
          const figures = await measureSaves(fleet.server, fleet.addresses, url, folder, measure);
          n += figures.calls;
          reportFigures(size, figures);
          if (size === 1) {
            judgeShare(figures);
            for (const plan of crowds) await judgeCrowd(fleet, url, plan);
          }
        } finally {
          await fleet.stop();
        }
        return true;
      }),
    );
    if (!isThere) notRun.push(noPostgres);
  }
  return { n, figure: `calls; ${lines.join('; ')}`, failures, notRun };

  function reportFigures(size: number, { saves, nothing, writes, p99, refused }: Figures): void {
    lines.push(
      `${size} process(es): ${saves} saves/s p99 ${p99.save.toFixed(1)} ms, empty calls ${nothing}/s p99 ${p99.nothing.toFixed(1)} ms, pgbench ${writes ?? '-'}/s`,
    );
    if (refused) failures.push(`${refused} calls were rejected`);
  }

  function judgeShare({ saves, writes }: Figures): void {
    if (writes === undefined) return void notRun.push('pgbench: not installed');
    lines.push(`${(saves / writes).toFixed(2)} of pgbench's figure`);
    if (saves < share * writes)
      failures.push(`${saves} saves per second are less than ${share} of pgbench's ${writes}`);
  }

  async function judgeCrowd(fleet: Fleet, url: string, plan: Load): Promise<void> {
    const felt = await simulateApplicants(fleet.server, url, plan);
    n += felt.calls;
    failures.push(...felt.failures);
    const [save, noop, bare] = [felt.save.of(0.99), felt.noop.of(0.99), felt.commit.of(0.99)];
    lines.push(
      `${plan.people} applicants: save p99 ${save.toFixed(1)} ms, an empty call ${noop.toFixed(1)} ms, a plain commit ${bare.toFixed(1)} ms`,
    );
    if (save > SLOWER_THAN_NOTHING * noop && save > SLOWER_THAN_A_COMMIT * bare)
      failures.push(
        `p99 of a save ${save.toFixed(1)} ms, of an empty call ${noop.toFixed(1)} ms, of a plain commit ${bare.toFixed(1)} ms`,
      );
  }
}
