import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { StepAnswers } from '../src/model/answers/stepBody';
import { buildServer } from '../src/server/app';
import { saltAdditionalData } from '../src/server/applications/record/describeRecord';
import { openAllAnswers } from '../src/server/applications/sealedAnswers';
import { stepAdditionalData } from '../src/server/applications/steps/readStored';
import { createDeps } from '../src/server/deps';
import { seedDemo } from '../src/server/features/demo/demoRepository';
import { submit } from '../src/server/features/payment/submit';
import { findRoot, readConfig } from '../src/server/platform/config';
import { openText, seal, sealText } from '../src/server/platform/crypto/seal';
import { openDatabase } from '../src/server/platform/db/database';
import { migrate } from '../src/server/platform/db/migrate';
import { completeSteps, paymentBody, post } from '../tests/support/fillSteps';
import { registerApplicant } from '../tests/support/serverApplicants';
import { runPgbench } from '../tests/trust/load/savesPerSecond';
import { withFolder } from '../tests/trust/support/folders';
import { noPostgres, ownDatabase } from '../tests/trust/support/postgres';
import { quantile } from '../tests/trust/support/tally';
import { captureStatements, toPgbench } from './submissions/pgbenchScript';
import { seed, trnOf } from './support/seedApplicants';

const LANDLORDS = 20;
const CONNECTIONS = 10;
const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** Submissions per connection and round. */
const EACH = 60;
/** First number of applications for pgbench, large enough to need no leading zeros. */
const OTHERS = 100_000_000_000;
const BAR = 0.5;

/**
 * `npm run bench:submissions`: compares how many applications of 20 landlords one process submits per second with
 * pgbench running the same statements.
 */
async function main(): Promise<void> {
  const database = await ownDatabase();
  if (!database) return console.log(`Nothing was measured. ${noPostgres}`);
  await withFolder((folder) => measure(database.url, folder)).finally(database.drop);
}

async function measure(url: string, folder: string): Promise<void> {
  const key = () => randomBytes(32).toString('base64');
  const environment = { DATABASE_URL: url, DATA_DIR: folder, DATA_KEY: key(), TOKEN_KEY: key(), LIMIT_FACTOR: '10000' };
  const config = readConfig({ ...environment, LOG_LEVEL: 'silent' }, findRoot());
  const { db, close } = await openDatabase(url, folder, config);
  await migrate(db);
  await seedDemo(db);
  const deps = await createDeps(config, db);
  const model = await beginModel(deps);
  const dataKey = await deps.keyring.keyOf(model);
  const count = CONNECTIONS * EACH * (ROUNDS + 1);
  for (const from of [0, OTHERS]) await insertCopies(db, model, dataKey, from, count);
  // The copies are encrypted with the model's key.
  const bench = { ...deps, keyring: { ...deps.keyring, keyOf: async () => dataKey } };
  const charge = { amount: await readAmount(db, model), brand: 'visa', last4: '4242', paidAt: new Date() };
  const statements = await captureStatements(() => submit(bench, { trn: model, ...charge }));
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const start = round * CONNECTIONS * EACH;
    const cpu = process.cpuUsage();
    const own = await time((n) => submit(bench, { trn: trnOf(start + n), ...charge }));
    const script = toPgbench(statements, model, OTHERS + start, EACH);
    if (process.env.VERBOSE)
      console.log(
        process.cpuUsage(cpu).user / 1000 / CONNECTIONS / EACH,
        process.cpuUsage(cpu).system / 1000 / CONNECTIONS / EACH,
        'ms each',
      );
    rounds.push({ own, pgbench: runPgbench(script, folder, url, CONNECTIONS, EACH) });
  }
  await deps.payments.close();
  await close();
  // The first round is a warm-up.
  report(rounds.slice(1), statements.length);
}

/** Adds an applicant with a started payment. Returns the transaction ID. */
async function beginModel(deps: Awaited<ReturnType<typeof createDeps>>): Promise<string> {
  const confirm = deps.payments.confirm;
  deps.payments.confirm = async () => {
    throw new Error('The card is charged later');
  };
  const app = await buildServer({ deps });
  const server = { app, deps };
  const applicant = await registerApplicant(server);
  await completeSteps(server, applicant, 'income', { pdfs: false });
  await post(server, applicant, '/api/payment', await paymentBody(server, applicant));
  deps.payments.confirm = confirm;
  await app.close();
  return applicant.trn;
}

async function insertCopies(db: pg.Pool, model: string, key: Buffer, from: number, count: number): Promise<void> {
  const admin = new pg.Pool({ ...db.options, max: 1 });
  await seed(admin, model, from, from + count);
  await admin.end();
  await db.query(SUBSCRIBERS, [LANDLORDS]);
  const numbers = Array.from({ length: count }, (_, n) => from + n);
  const trns = numbers.map(trnOf);
  await db.query(
    'update application set subscriber_id = ($2::text[])[1 + abs(hashtext(trn)) % $3] where trn = any($1)',
    [trns, Array.from({ length: LANDLORDS }, (_, n) => `bench${n + 1}`), LANDLORDS],
  );
  const salts = trns.map((trn) => seal(key, randomBytes(16), saltAdditionalData(trn)));
  await db.query(CONSENTS, [model, trns, salts]);
  await db.query(PAYMENTS, [model, trns]);
  await encryptAgain(db, model, key, trns);
  await db.query('analyze');
}

/** Encrypts the answers again, because the additional data names their application and step. */
async function encryptAgain(db: pg.Pool, model: string, key: Buffer, trns: readonly string[]): Promise<void> {
  const { rows } = await db.query<{ step: string; data: StepAnswers }>(
    'select step, data from step_answer where trn = $1',
    [model],
  );
  for (const { step, data } of rows) {
    const sealFor = (trn: string) =>
      openAllAnswers(data, ({ $sealed, ...rest }) => {
        const text = openText($sealed, key, stepAdditionalData(model, step));
        return { ...rest, $sealed: sealText(text, key, stepAdditionalData(trn, step)) };
      });
    await db.query(
      'update step_answer s set data = t.data from unnest($1::text[], $2::jsonb[]) t (trn, data) where s.trn = t.trn and s.step = $3',
      [trns, trns.map((trn) => JSON.stringify(sealFor(trn))), step],
    );
  }
}

const SUBSCRIBERS = `
  insert into subscriber select (jsonb_populate_record(null::subscriber, to_jsonb(s) || jsonb_build_object('id', 'bench' || n))).*
  from subscriber s, generate_series(1, $1) n where s.id = 'demo' on conflict do nothing`;
const CONSENTS = `
  insert into consent (trn, signature, ip, user_agent, terms_digest, signed_at, questions_digest, salt)
  select t.trn, signature, ip, user_agent, terms_digest, signed_at, questions_digest, t.salt
  from consent c, unnest($2::text[], $3::bytea[]) t (trn, salt) where c.trn = $1`;
const PAYMENTS = `
  insert into payment (trn, state, amount_cents, intent, attempt, name_on_card, city, state_code)
  select t, state, amount_cents, 'intent-' || t, attempt, name_on_card, city, state_code
  from payment, unnest($2::text[]) t where trn = $1`;

async function readAmount(db: pg.Pool, trn: string): Promise<number> {
  return (await db.query<{ amount: number }>('select amount_cents as amount from payment where trn = $1', [trn]))
    .rows[0]?.amount as number;
}

/** Returns the submissions per second. */
async function time(submitNext: (n: number) => Promise<void>): Promise<number> {
  const started = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < CONNECTIONS * EACH) await submitNext(next++);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return (CONNECTIONS * EACH * 1000) / (performance.now() - started);
}

function report(rounds: readonly { own: number; pgbench: number }[], statements: number): void {
  const middle = (values: number[]) => quantile(values, 0.5);
  const share = middle(rounds.map(({ own, pgbench }) => own / pgbench));
  console.log(
    `${LANDLORDS} landlords, ${CONNECTIONS} connections, ${statements} statements each: ${middle(rounds.map(({ own }) => own)).toFixed(0)} submissions/s, pgbench ${middle(rounds.map(({ pgbench }) => pgbench)).toFixed(0)}/s`,
  );
  for (const { own, pgbench } of rounds)
    console.log(`  ${own.toFixed(0)}/s of ${pgbench.toFixed(0)}/s: ${(own / pgbench).toFixed(2)}`);
  console.log(`${share >= BAR ? 'ok  ' : 'FAIL'} ${share.toFixed(2)} of pgbench's figure (at least ${BAR})`);
  process.exitCode = share >= BAR ? 0 : 1;
}

await main();
