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

/** How often each engine's server dies, by what it was doing; `points` are whole rounds over all named points and lost answers. */
const COUNTS = {
  // The named points where a start is quickest, so that every one is reached in every run.
  quick: {
    embedded: { saves: 1, payments: 1, uploads: 1, points: 0, acts: 0 },
    PostgreSQL: { saves: 1, payments: 1, uploads: 1, points: 1, acts: 2 },
  },
  alone: { embedded: { saves: 1, payments: 1, uploads: 1, points: 1, acts: 2 } },
  long: {
    embedded: { saves: 100, payments: 50, uploads: 60, points: 10, acts: 5 },
    PostgreSQL: { saves: 100, payments: 50, uploads: 60, points: 10, acts: 5 },
  },
};

type Counts = Record<'saves' | 'payments' | 'uploads' | 'points' | 'acts', number>;

interface Part {
  n: number;
  slowest: number;
  /** The longest time from a start to the answer of what was lost, in milliseconds. */
  converged: number;
  failures: string[];
}

/** SIGKILL at random moments and at the named points: nothing acknowledged is lost, nothing half applied, one charge each. */
export default { name: 'kill', run } satisfies Suite;

async function run(mode: Mode): Promise<Outcome> {
  const postgres = withFolder((folder) =>
    onPostgres(folder, (engine) => killOn(engine, folder, COUNTS[mode].PostgreSQL)),
  );
  const isAlone = !(await hasPostgres());
  const counts = isAlone && mode === 'quick' ? COUNTS.alone.embedded : COUNTS[mode].embedded;
  const parts = await Promise.all([
    withFolder((folder) => onEmbedded(folder, (engine) => killOn(engine, folder, counts))),
    postgres,
  ]);
  const there = parts.filter((part) => part !== undefined);
  const failures = there.flatMap((part) => part.failures);
  const converged = Math.max(...there.map((part) => part.converged));
  const slowest = Math.max(...there.map((part) => part.slowest));
  return {
    n: there.reduce((sum, part) => sum + part.n, 0),
    figure: `kills, ${killPoints.length} named points; ${failures.length} lost, half applied or charged twice; ready again after ${slowest} ms at most, a lost answer given after ${converged} ms at most`,
    failures,
    notRun: parts[1] ? [] : [noPostgres],
  };
}

async function killOn(
  engine: TrustEngine,
  folder: string,
  { saves, payments, uploads, points, acts }: Counts,
): Promise<Part> {
  const mortal = await startMortal(engine);
  const failures: string[] = [];
  let converged = 0;
  try {
    failures.push(...(await killInSaves(mortal, saves)));
    failures.push(...(await killInPayments(mortal, folder, payments)));
    failures.push(...(await killInUploads(mortal, folder, uploads)));
    for (let n = 0; n < points; n += 1) {
      failures.push(...(await killAtPoints(mortal, engine, folder)));
      const lost = await killUnanswered(mortal, acts);
      failures.push(...lost.failures);
      converged = Math.max(converged, lost.converged);
    }
  } finally {
    await mortal.stop();
  }
  const n = saves + payments + uploads + points * (killPoints.length + acts);
  return {
    n,
    slowest: mortal.slowest(),
    converged,
    failures: [...failures, ...mortal.failures].map((one) => `${engine.name}: ${one}`),
  };
}
