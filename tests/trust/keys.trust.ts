import { randomBytes } from 'node:crypto';
import { runCommand } from '../../src/server/cli/portal/runCommand';
import { createDeps, type Deps } from '../../src/server/deps';
import { readKeys } from '../../src/server/keys';
import { createKeyring, dataKeys } from '../../src/server/stores/keyStore';
import { answersOf, bodyOf, completeSteps, demand, get, postStep } from '../support/fillSteps';
import { registerApplicant, type TestApplicant } from '../support/serverApplicants';
import { createTestServer, engines, type TestServer } from '../support/serverFixture';
import type { Mode, Outcome, Suite } from './suite';

/** DATA_KEY is rotated again and again while applicants register, save and read: nothing may become unreadable. */
async function run(mode: Mode): Promise<Outcome> {
  const [applicants, rotations] = mode === 'long' ? [12, 20] : [3, 4];
  const tally: Tally = { calls: 0, failures: [] };
  for (const engine of engines) await rotateUnderTraffic(engine, applicants, rotations, tally);
  const figure = `${rotations} rotations on ${engines.length} databases under ${tally.calls} saves and reads, ${tally.failures.length} unreadable`;
  return { n: tally.calls, figure, failures: tally.failures };
}

interface Tally {
  calls: number;
  failures: string[];
}

async function rotateUnderTraffic(engine: (typeof engines)[number], count: number, rotations: number, tally: Tally) {
  const server = await createTestServer(engine);
  try {
    const people: TestApplicant[] = [];
    for (let n = 0; n < count; n++) people.push(await prepared(server));
    let isOver = false;
    const traffic = people.map((one) => saveAndRead(server, one, tally, () => isOver));
    const newcomers = register(server, people, tally, () => isOver);
    for (let n = 0; n < rotations; n++) await rotate(server, tally);
    isOver = true;
    await Promise.all([...traffic, newcomers]);
    await readByOthers(server, people, tally);
  } finally {
    await server.close();
  }
}

async function prepared(server: TestServer): Promise<TestApplicant> {
  const applicant = await registerApplicant(server);
  await completeSteps(server, applicant, 'identification');
  return applicant;
}

/** One save and one read after another until it is over; both must be right. */
async function saveAndRead(server: TestServer, who: TestApplicant, tally: Tally, isOver: () => boolean): Promise<void> {
  const answers = await answersOf(server, who, 'identification');
  for (let version = 1; version === 1 || !isOver(); version++) {
    // Keys are remembered for a minute; that must not be why it works.
    server.deps.keyring = createKeyring(server.deps.db, dataKeys(server.deps.config));
    const saved = await postStep(
      server,
      who,
      'identification',
      bodyOf(server, who, 'identification', answers, version),
    );
    const read = await get(server, who, `/api/applicant/getidentification/${who.trn}`);
    tally.calls += 2;
    if (saved.statusCode !== 200) tally.failures.push(`a save during the rotation: ${saved.statusCode} ${saved.body}`);
    if (!read.body.includes('1990-04-12')) tally.failures.push(`a read during the rotation: ${read.statusCode}`);
    if (saved.statusCode !== 200) return;
  }
}

async function register(
  server: TestServer,
  people: TestApplicant[],
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  do {
    people.push(await prepared(server));
    tally.calls += 1;
  } while (!isOver());
}

async function rotate({ deps: { db, config } }: TestServer, tally: Tally): Promise<void> {
  const { code, error, lines } = await runCommand({ db, config, cwd: '/' }, ['key', 'rotate']);
  if (code !== 0) tally.failures.push(`key rotate: ${error}`);
  if (!lines.some((line) => /in use/.test(line))) tally.failures.push(`key rotate says: ${lines.join(' ')}`);
}

/** What a process started later makes of it: with the newest key alone, with DATA_KEY as a list, and with a wrong one. */
async function readByOthers(server: TestServer, people: TestApplicant[], tally: Tally): Promise<void> {
  const { config, db } = server.deps;
  await runCommand({ db, config, cwd: '/' }, ['key', 'rewrap']);
  const [newest] = readKeys(undefined, 'data.key', config.dataDir).map((key) => key.toString('base64'));
  const next = randomBytes(32).toString('base64');
  const alone = await startedWith(server, String(newest));
  const list = await startedWith(server, `${next},${newest}`);
  await expectReadable(server, alone, people, tally, 'the newest key alone');
  await expectReadable(server, list, people, tally, 'DATA_KEY as a list');
  await runCommand({ db, config: list.config, cwd: '/' }, ['key', 'rewrap']);
  const moved = await startedWith(server, next);
  await expectReadable(server, moved, people, tally, 'the next key alone');
  const before = await startedWith(server, String(newest));
  const opened = await before.keyring.keyOf(people[0]?.trn ?? '').then(
    () => true,
    () => false,
  );
  if (opened) tally.failures.push('a key that was rotated away still opens');
}

const startedWith = ({ deps: { config, db, clock } }: TestServer, dataKey: string): Promise<Deps> =>
  createDeps({ ...config, dataKey }, db, { clock });

async function expectReadable(server: TestServer, deps: Deps, people: TestApplicant[], tally: Tally, name: string) {
  const own = server.deps.keyring;
  server.deps.keyring = deps.keyring;
  for (const one of people) {
    const answer = await get(server, one, `/api/applicant/getidentification/${one.trn}`);
    const [document] = answer.statusCode === 200 ? (demand(answer).documents as { id: number }[]) : [];
    const ticket = document && demand(await get(server, one, `/api/applicant/ticket/${document.id}`));
    const file = ticket && (await server.app.inject({ url: String(ticket.url) }));
    tally.calls += 2;
    if (!answer.body.includes('1990-04-12')) tally.failures.push(`${name}: answers ${answer.statusCode}`);
    if (file?.statusCode !== 200) tally.failures.push(`${name}: file ${file?.statusCode}`);
  }
  server.deps.keyring = own;
}

export default { name: 'keys', run } satisfies Suite;
