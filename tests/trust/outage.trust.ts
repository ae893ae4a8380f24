import { diskFull } from './outage/diskFull';
import { restartDatabase } from './outage/restartDatabase';
import type { Mode, Outcome, Suite } from './suite';
import { onPostgres } from './support/engines';
import { withFolder } from './support/folders';
import { noPostgres } from './support/postgres';

/** The database stops under load, or the disk is full: clear errors, nothing lost, and no restart needed. */
export default { name: 'outage', run } satisfies Suite;

async function run(mode: Mode): Promise<Outcome> {
  const rounds = mode === 'long' ? 20 : 2;
  const away = await withFolder((folder) => onPostgres(folder, ({ url }) => restartDatabase(folder, url, rounds)));
  const full = await diskFull(mode === 'long' ? 10 : 1);
  const lines = [
    away && `${away.refused} calls got a 503 while the database was down`,
    full && `${full.refused} while the disk was full`,
  ];
  const failures = [...(away?.failures ?? []), ...(full?.failures ?? [])];
  return {
    n: (away ? rounds : 0) + (full?.n ?? 0),
    figure: `outages; ${lines.filter(Boolean).join(', ')}; ${failures.length} lost or wrongly reported`,
    failures,
    notRun: [...(away ? [] : [noPostgres]), ...(full ? [] : ['full disk: needs root, to mount a small tmpfs'])],
  };
}
