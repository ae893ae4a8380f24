import { killPoints } from '../../src/server/killPoints';
import { killInPayments } from './kill/payments';
import { killAtPoints } from './kill/points';
import { killInSaves } from './kill/saves';
import { killUnanswered } from './kill/unanswered';
import { killInUploads } from './kill/uploads';
import type { Mode, Outcome, Suite } from './suite';
import { onEmbedded, onPostgres, type TrustEngine } from './support/engines';
import { withFolder } from './support/folders';
import { startMortal } from './support/mortal';
import { hasPostgres, noPostgres } from './support/postgres';

/** How often each engine's server dies, by what it was doing; `points` are whole rounds over all named points, `unanswered` calls whose answer is lost. */
const COUNTS = {
  // The named points where a start is quickest, so that every one is reached in every run.
  quick: {
    embedded: { saves: 1, payments: 1, uploads: 1, points: 0, unanswered: 0 },
    PostgreSQL: { saves: 1, payments: 1, uploads: 1, points: 1, unanswered: 2 },
  },
  alone: { embedded: { saves: 1, payments: 1, uploads: 1, points: 1, unanswered: 2 } },
  long: {
    embedded: { saves: 100, payments: 50, uploads: 60, points: 10, unanswered: 50 },
    PostgreSQL: { saves: 100, payments: 50, uploads: 60, points: 10, unanswered: 50 },
  },
};

/** Rounds with the same applicants; `unanswered` goes once over all its calls. */
const BATCH = { saves: 10, payments: 10, uploads: 10, points: 1, unanswered: 5 };

type PartName = keyof typeof BATCH;
type Counts = Record<PartName, number>;

const partNames = Object.keys(BATCH) as PartName[];

interface Part {
  n: number;
  slowest: string;
  /** The longest time from a start to the answer of what was lost, in milliseconds. */
  converged: number;
  failures: string[];
}

/** SIGKILL at random moments and at the named points: nothing acknowledged is lost, nothing half applied, one charge each. */
export default { name: 'kill', run } satisfies Suite;

async function run(mode: Mode, part?: string): Promise<Outcome> {
  const isAlone = !(await hasPostgres());
  const counts = isAlone && mode === 'quick' ? COUNTS.alone.embedded : COUNTS[mode].embedded;
  const parts = await Promise.all([
    withFolder((folder) => onEmbedded(folder, (engine) => killOn(engine, folder, only(counts, part)))),
    withFolder((folder) => onPostgres(folder, (engine) => killOn(engine, folder, only(COUNTS[mode].PostgreSQL, part)))),
  ]);
  const there = parts.filter((one) => one !== undefined);
  const failures = there.flatMap((one) => one.failures);
  return {
    n: there.reduce((sum, one) => sum + one.n, 0),
    figure: describe(there, part),
    failures,
    notRun: parts[1] ? [] : [noPostgres],
  };
}

/** `points` → as often as counted; `points=3` → three times. */
function only(counts: Counts, part: string | undefined): Counts {
  if (!part) return counts;
  const [wanted, times] = part.split('=');
  const entries = partNames.map((name) => [name, name === wanted ? Number(times ?? counts[name]) : 0]);
  return Object.fromEntries(entries) as Counts;
}

function describe(there: readonly Part[], part: string | undefined): string {
  const points = !part || part.startsWith('points') ? `, ${killPoints.length} named points` : '';
  const slowest = there.map((one) => one.slowest);
  const converged = Math.max(...there.map((one) => one.converged));
  const answered = converged ? `, a lost answer given after ${converged} ms at most` : '';
  const wrong = there.reduce((sum, one) => sum + one.failures.length, 0);
  return `kills on ${there.length} databases${points}; ${wrong} lost, half applied, charged twice or slow; ready again after ${slowest.join(' and ')} at most${answered}`;
}

async function killOn(engine: TrustEngine, folder: string, counts: Counts): Promise<Part> {
  const mortal = await startMortal(engine);
  const failures: string[] = [];
  let converged = 0;
  const works: Record<PartName, (rounds: number) => Promise<string[]>> = {
    saves: (rounds) => killInSaves(mortal, rounds),
    payments: (rounds) => killInPayments(mortal, folder, rounds),
    uploads: (rounds) => killInUploads(mortal, folder, rounds),
    points: () => killAtPoints(mortal, engine, folder),
    async unanswered(rounds) {
      const lost = await killUnanswered(mortal, rounds);
      converged = Math.max(converged, lost.converged);
      return lost.failures;
    },
  };
  try {
    for (const name of partNames)
      for (let done = 0; done < counts[name]; ) {
        const rounds = Math.min(BATCH[name], counts[name] - done);
        // A call that is never answered is found wanting like any other; the next round begins with a new process.
        failures.push(...(await works[name](rounds).catch((error) => [`${name}: ${error}`])));
        done += rounds;
        // A long part is silent for a quarter of an hour otherwise.
        if (counts[name] > BATCH[name])
          console.error(
            `  ${engine.name}: ${name} ${done} of ${counts[name]}, ${failures.length} broken, ready after ${mortal.slowest()} at most`,
          );
      }
  } finally {
    await mortal.stop();
  }
  return {
    n: partNames.reduce((sum, name) => sum + counts[name] * (name === 'points' ? killPoints.length : 1), 0),
    slowest: mortal.slowest(),
    converged,
    failures: [...failures, ...mortal.failures].map((one) => `${engine.name}: ${one}`),
  };
}
