import { killPoints } from '../../src/server/killPoints';
import { killInPayments } from './kill/payments';
import { killAtPoints } from './kill/points';
import { killInSaves } from './kill/saves';
import { killInUploads } from './kill/uploads';
import type { Mode, Outcome, Suite } from './suite';
import { onEmbedded, onPostgres, type TrustEngine } from './support/engines';
import { withFolder } from './support/folders';
import { startMortal } from './support/mortal';
import { noPostgres } from './support/postgres';

/** How often each engine's server dies, by what it was doing; `points` are whole rounds over all named points. */
const COUNTS = {
  quick: {
    embedded: { saves: 1, payments: 0, uploads: 1, points: 1 },
    PostgreSQL: { saves: 2, payments: 2, uploads: 1, points: 0 },
  },
  long: {
    embedded: { saves: 100, payments: 50, uploads: 60, points: 10 },
    PostgreSQL: { saves: 100, payments: 50, uploads: 60, points: 10 },
  },
};

interface Part {
  n: number;
  slowest: number;
  failures: string[];
}

/** SIGKILL at random moments and at the named points: nothing acknowledged is lost, nothing half applied, one charge each. */
export default { name: 'kill', run } satisfies Suite;

async function run(mode: Mode): Promise<Outcome> {
  const parts = await Promise.all([
    withFolder((folder) => onEmbedded(folder, (engine) => killOn(engine, folder, mode))),
    withFolder((folder) => onPostgres(folder, (engine) => killOn(engine, folder, mode))),
  ]);
  const there = parts.filter((part) => part !== undefined);
  const failures = there.flatMap((part) => part.failures);
  const slowest = Math.max(...there.map((part) => part.slowest));
  return {
    n: there.reduce((sum, part) => sum + part.n, 0),
    figure: `kills, ${killPoints.length} named points; ${failures.length} lost, half applied or charged twice; ready again after ${slowest} ms at most`,
    failures,
    notRun: parts[1] ? [] : [noPostgres],
  };
}

async function killOn(engine: TrustEngine, folder: string, mode: Mode): Promise<Part> {
  const { saves, payments, uploads, points } = COUNTS[mode][engine.name];
  const mortal = await startMortal(engine);
  const failures: string[] = [];
  try {
    failures.push(...(await killInSaves(mortal, saves)));
    failures.push(...(await killInPayments(mortal, folder, payments)));
    failures.push(...(await killInUploads(mortal, folder, uploads)));
    for (let n = 0; n < points; n += 1) failures.push(...(await killAtPoints(mortal, engine, folder)));
  } finally {
    await mortal.stop();
  }
  const n = saves + payments + uploads + points * killPoints.length;
  return {
    n,
    slowest: mortal.slowest(),
    failures: [...failures, ...mortal.failures].map((one) => `${engine.name}: ${one}`),
  };
}
