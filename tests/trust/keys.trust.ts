import { randomBytes } from 'node:crypto';
import { createDeps, type Deps } from '../../src/server/deps';
import { createKeyring, dataKeys } from '../../src/server/platform/crypto/keyRepository';
import { readKeys } from '../../src/server/platform/crypto/seal';
import { runCommand } from '../../src/tools/portal/runCommand';
import type { TestApplicant } from '../support/serverApplicants';
import { createTestServer, engines, type TestServer } from '../support/serverFixture';
import { expectDone, rollBuilt, rotateBuilt } from './keys/built';
import { expectReadable, type Tally, underTraffic } from './keys/traffic';
import type { Mode, Outcome, Suite } from './suite';
import { noPostgres } from './support/postgres';

const PLANS = {
  quick: { applicants: 3, rotations: 4, built: 2, rolled: 0 },
  long: { applicants: 12, rotations: 20, built: 20, rolled: 3 },
};
const PROCESSES = 2;

/** DATA_KEY is rotated repeatedly while applicants register, save and read. Everything must stay readable. */
async function run(mode: Mode): Promise<Outcome> {
  const { applicants, rotations, built, rolled } = PLANS[mode];
  const tally: Tally = { calls: 0, failures: [] };
  for (const engine of engines) await rotateUnderTraffic(engine, applicants, rotations, tally);
  await rotateBuilt(built, tally);
  const isThere = rolled === 0 || (await rollBuilt(PROCESSES, rolled, tally));
  const places = [`${rotations} on ${engines.length} databases`, `${built} of a built server`];
  if (rolled && isThere) places.push(`${rolled} rolled over ${PROCESSES} processes`);
  return {
    n: tally.calls,
    figure: `rotations (${places.join(', ')}) during ${tally.calls} saves and reads; ${tally.failures.length} unreadable`,
    failures: tally.failures,
    notRun: isThere ? [] : [noPostgres],
  };
}

async function rotateUnderTraffic(engine: (typeof engines)[number], count: number, rotations: number, tally: Tally) {
  const server = await createTestServer(engine);
  // Clears the key cache, so the test doesn't pass only because keys are cached for a minute.
  const forget = (): void => {
    server.deps.keyring = createKeyring(server.deps.db, dataKeys(server.deps.config));
  };
  const work = async (): Promise<void> => {
    for (let n = 0; n < rotations; n++) await rotate(server, tally);
  };
  try {
    await readByOthers(server, await underTraffic(server, count, tally, work, forget), tally);
  } finally {
    await server.close();
  }
}

async function rotate({ deps: { db, config } }: TestServer, tally: Tally): Promise<void> {
  expectDone(await runCommand({ db, config, cwd: '/' }, ['key', 'rotate']), tally);
}

/** Reads as later processes would: with the newest key alone, a list of keys, the next key alone, and a removed key. */
async function readByOthers(server: TestServer, people: TestApplicant[], tally: Tally): Promise<void> {
  const { config, db } = server.deps;
  await runCommand({ db, config, cwd: '/' }, ['key', 'rewrap']);
  const [newest] = readKeys(undefined, 'data.key', config.dataDir).map((key) => key.toString('base64'));
  const next = randomBytes(32).toString('base64');
  const alone = await startedWith(server, String(newest));
  const list = await startedWith(server, `${next},${newest}`);
  await readWith(server, alone, people, tally, 'only the newest key');
  await readWith(server, list, people, tally, 'DATA_KEY as a list');
  await runCommand({ db, config: list.config, cwd: '/' }, ['key', 'rewrap']);
  const moved = await startedWith(server, next);
  await readWith(server, moved, people, tally, 'only the next key');
  const before = await startedWith(server, String(newest));
  const opened = await before.keyring.keyOf(people[0]?.trn ?? '').then(
    () => true,
    () => false,
  );
  if (opened) tally.failures.push('a removed key still decrypts');
}

const startedWith = ({ deps: { config, db, clock } }: TestServer, dataKey: string): Promise<Deps> =>
  createDeps({ ...config, dataKey }, db, { clock });

async function readWith(server: TestServer, deps: Deps, people: TestApplicant[], tally: Tally, name: string) {
  const own = server.deps.keyring;
  server.deps.keyring = deps.keyring;
  await expectReadable(server, people, tally, name);
  server.deps.keyring = own;
}

export default { name: 'keys', run } satisfies Suite;
