import { killPoints } from '../support/killPoints';
import { BATCH, COUNTS, type Counts, limitCounts, NO_COUNTS, onlyPart, type PartName, partNames } from './kill/counts';
import { isOfHousehold, killInHousehold } from './kill/households';
import { killInPayments } from './kill/payments';
import { killAtPoints } from './kill/points';
import { killInSaves } from './kill/saves';
import { killBeforeResponse } from './kill/unanswered';
import { killInUploads } from './kill/uploads';
import type { Mode, Outcome, Suite } from './suite';
import { type CrashTestServer, startCrashTestFleet, startCrashTestServer } from './support/crashTestServer';
import { onEmbedded, onPostgres, type TrustEngine } from './support/engines';
import { withFolder } from './support/folders';
import { hasPostgres, noPostgres } from './support/postgres';

/** Number of processes behind the balancer. */
const SEVERAL = 3;

interface Part {
  /** The number of killed processes, if there are several, and their database. */
  name: string;
  n: number;
  slowest: string;
  /** If a response was lost: the maximum milliseconds from repeating the call until its response. */
  converged: number;
  failures: string[];
}

/**
 * SIGKILL at random moments and at the named points: nothing acknowledged is lost, nothing is half applied, and each
 * applicant is charged once.
 */
export default { name: 'kill', run } satisfies Suite;

async function run(mode: Mode, part?: string): Promise<Outcome> {
  const isAlone = !(await hasPostgres());
  const plan = isAlone && mode === 'quick' ? COUNTS.alone : COUNTS[mode];
  const { points, household, ...others } = onlyPart(plan.PostgreSQL, part);
  const parts = await Promise.all([
    killIn(onEmbedded, startCrashTestServer, onlyPart(plan.embedded, part)),
    killIn(onPostgres, startCrashTestServer, { ...NO_COUNTS, ...others }),
    killIn(onPostgres, startCrashTestServer, { ...NO_COUNTS, points }),
    killIn(onPostgres, startCrashTestServer, { ...NO_COUNTS, household }),
  ]);
  parts.push(await killIn(onPostgres, startSeveral, limitCounts(plan.several, onlyPart(plan.several, part))));
  const measured = parts.filter((one) => one !== undefined);
  return {
    n: measured.reduce((sum, one) => sum + one.n, 0),
    figure: describe(measured, part),
    failures: measured.flatMap((one) => one.failures),
    notRun: isAlone ? [noPostgres] : [],
  };
}

function describe(measured: readonly Part[], part: string | undefined): string {
  const isOf = (name: string) => !part || part.startsWith(name);
  const reached = killPoints.filter((point) => isOf(isOfHousehold(point) ? 'household' : 'points')).length;
  const points = reached ? `, ${reached} named points` : '';
  const slowest = measured.map((one) => one.slowest);
  const converged = Math.max(...measured.map((one) => one.converged));
  const answered = converged ? `, a lost response repeated within ${converged} ms` : '';
  const wrong = measured.reduce((sum, one) => sum + one.failures.length, 0);
  const places = measured.map((one) => `${one.n} on ${one.name}`).join(', ');
  return `kills, ${places}${points}; ${wrong} lost, half applied, charged twice or slow; ready again within ${slowest.join(' and ')}${answered}`;
}

type Place = <T>(folder: string, work: (engine: TrustEngine) => Promise<T>) => Promise<T | undefined>;

/** Kills the server in each part. Undefined if no part is requested or the database is missing. */
async function killIn(
  place: Place,
  start: (engine: TrustEngine, folder: string) => Promise<CrashTestServer>,
  counts: Counts,
): Promise<Part | undefined> {
  if (Object.values(counts).every((count) => count === 0)) return undefined;
  return withFolder((folder) =>
    place(folder, async (engine) => killOn(await start(engine, folder), engine, folder, counts)),
  );
}

const startSeveral = (engine: TrustEngine, folder: string) => startCrashTestFleet(SEVERAL, engine, folder);

async function killOn(crashTest: CrashTestServer, engine: TrustEngine, folder: string, counts: Counts): Promise<Part> {
  const failures: string[] = [];
  let converged = 0;
  const works: Record<PartName, (rounds: number) => Promise<string[]>> = {
    saves: (rounds) => killInSaves(crashTest, rounds),
    payments: (rounds) => killInPayments(crashTest, folder, rounds),
    uploads: (rounds) => killInUploads(crashTest, engine, folder, rounds),
    points: () => killAtPoints(crashTest, engine, folder),
    household: () => killInHousehold(crashTest, engine, folder),
    async unanswered(rounds) {
      const lost = await killBeforeResponse(crashTest, rounds);
      converged = Math.max(converged, lost.converged);
      return lost.failures;
    },
  };
  try {
    for (const name of partNames)
      for (let done = 0; done < counts[name]; ) {
        const rounds = Math.min(BATCH[name], counts[name] - done);
        // Rounds that throw count as one failure, and the next rounds run anyway.
        failures.push(...(await works[name](rounds).catch((error) => [`${name}: ${error}`])));
        done += rounds;
        // Without this, a long part prints nothing for a quarter of an hour.
        if (counts[name] > BATCH[name])
          console.error(
            `  ${crashTest.name}: ${name} ${done} of ${counts[name]}, ${failures.length} failed, ready within ${crashTest.slowest()}`,
          );
      }
  } finally {
    await crashTest.stop();
  }
  return {
    name: crashTest.name,
    n: partNames.reduce((sum, name) => sum + counts[name] * killsPerRound(crashTest, name), 0),
    slowest: crashTest.slowest(),
    converged,
    failures: [...failures, ...crashTest.failures].map((one) => `${crashTest.name}: ${one}`),
  };
}

/** How often the server dies in one round. */
function killsPerRound({ points }: CrashTestServer, name: PartName): number {
  if (name === 'points') return points.filter((point) => !isOfHousehold(point)).length;
  return name === 'household' ? points.filter(isOfHousehold).length : 1;
}
