import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { removeAbandonedApplications } from '../../src/server/features/erasure/removeAbandonedApplications';
import { completeSteps, expectRecords, get, paymentBody, post } from '../support/fillSteps';
import { PASSWORD, registerApplicant, type TestApplicant } from '../support/serverApplicants';
import { createTestServer, engines, type TestServer } from '../support/serverFixture';
import type { Mode, Outcome, Suite } from './suite';

const DAY = 86_400;

/**
 * Abandoned applications get a warning, then are deleted. All others stay. Runs on each database, with a fake clock.
 */
async function run(_mode: Mode): Promise<Outcome> {
  const all: Checked[] = [];
  for (const engine of engines) all.push(...(await walkThroughTime(engine)));
  const failures = all.filter(({ holds }) => !holds).map(({ fact }) => fact);
  return {
    n: all.length,
    figure: `${failures.length} of ${all.length} checks failed, over 62 days on ${engines.length} databases`,
    failures,
  };
}

interface Checked {
  fact: string;
  holds: boolean;
}

async function walkThroughTime(engine: (typeof engines)[number]): Promise<Checked[]> {
  const server = await createTestServer(engine);
  const checked: Checked[] = [];
  const check = (fact: string, holds: boolean) => checked.push({ fact: `${engine.name}: ${fact}`, holds });
  try {
    await walk(server, check);
  } finally {
    await server.close();
  }
  return checked;
}

async function walk(server: TestServer, check: (fact: string, holds: boolean) => unknown): Promise<void> {
  const idle = await registerApplicant(server, {}, { 'accept-language': 'es' });
  const back = await registerApplicant(server);
  const submitted = await registerApplicant(server);
  const paying = await registerApplicant(server);
  await completeSteps(server, idle, 'identification');
  await submitAs(server, submitted);
  await server.deps.db.query(
    "insert into payment (trn, state, amount_cents, attempt, name_on_card, city, state_code) values ($1, 'pending', 100, 1, '', '', '')",
    [paying.trn],
  );
  await server.drain();
  const pass = () => removeAbandonedApplications(server.deps);
  const isThere = async ({ trn }: TestApplicant) =>
    (await server.deps.db.query('select from application where trn = $1', [trn])).rowCount === 1;

  server.advance(45 * DAY);
  check('nobody is warned on day 45', (await pass()).warned === 0);
  server.advance(2 * DAY);
  const passes = await Promise.all([pass(), pass(), pass()]);
  check(
    'on day 47 both are warned once, by three processes',
    passes.reduce((sum, { warned }) => sum + warned, 0) === 2,
  );
  await server.drain();
  check('the warning is one email', warningsTo(server, idle).length === 1);
  check('it is in the applicant’s language', /no vuelve/.test(warningsTo(server, idle)[0] ?? ''));
  check(
    'the warning to another applicant is in that applicant’s language',
    /haven't been back/.test(warningsTo(server, back)[0] ?? ''),
  );
  check('the submitted one gets none', warningsTo(server, submitted).length === 0);
  check('one whose payment is open gets none', warningsTo(server, paying).length === 0);
  await logIn(server, back);
  server.advance(12 * DAY);
  check('nobody is removed on day 59', (await pass()).removed === 0);
  server.advance(3 * DAY);
  check('on day 62 one is removed', (await pass()).removed === 1);
  check('the idle one is removed', !(await isThere(idle)));
  check('the one that was used again stays', await isThere(back));
  check('the submitted one stays', await isThere(submitted));
  check('one whose payment is open stays', await isThere(paying));
  check('the files of the idle one are deleted', !(await filesOf(server)).some((name) => name.includes(idle.trn)));
  check(
    'the files of the submitted one stay',
    (await filesOf(server)).some((name) => name.includes(submitted.trn)),
  );
  check('the account of the idle one is removed', (await logIn(server, idle)) === 401);
  await server.deps.db.query("update application set active_at = active_at - interval '300 days' where trn = $1", [
    back.trn,
  ]);
  check('an application without a warning is not removed, however late the job runs', (await pass()).removed === 0);
  check('but its applicant is warned then', (await isThere(back)) && (await wasWarned(server, back)));
  await logIn(server, submitted);
  check('the submitted one can still be read', (await record(server, submitted)) === 'whole');
}

async function submitAs(server: TestServer, applicant: TestApplicant): Promise<void> {
  await completeSteps(server, applicant, 'income', { pdfs: false });
  expectRecords(await post(server, applicant, '/api/payment', await paymentBody(server, applicant)));
}

function warningsTo(server: TestServer, { email }: TestApplicant): string[] {
  const outbox = path.join(server.deps.config.dataDir, 'outbox');
  const mails = readdirSync(outbox).map((name) => readFileSync(path.join(outbox, name), 'utf8'));
  const plain = mails.map((mail) => mail.replace(/=\r?\n/g, '').replace(/\s+/g, ' '));
  return plain.filter(
    (mail) =>
      mail.includes(`To: ${email}`) && /You started a rental application|una solicitud de alquiler con/.test(mail),
  );
}

async function logIn(server: TestServer, applicant: TestApplicant): Promise<number> {
  const payload = { email: applicant.email, password: PASSWORD };
  const answer = await server.app.inject({ method: 'POST', url: '/api/users/login', payload });
  if (answer.statusCode === 200) applicant.headers.authorization = answer.json().records.token;
  return answer.statusCode;
}

async function filesOf(server: TestServer): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of server.deps.files.list()) names.push(name);
  return names;
}

async function wasWarned(server: TestServer, { trn }: TestApplicant): Promise<boolean> {
  return (
    (await server.deps.db.query('select from application where trn = $1 and warned_at is not null', [trn])).rowCount ===
    1
  );
}

async function record(server: TestServer, applicant: TestApplicant): Promise<unknown> {
  return expectRecords(await get(server, applicant, `/api/record/${applicant.trn}`)).state;
}

export default { name: 'retention', run } satisfies Suite;
