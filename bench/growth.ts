import pg from 'pg';
import { appendEntry } from '../src/server/applications/record/auditRepository';
import { createStores } from '../src/server/deps';
import { sweepRows } from '../src/server/features';
import { createKeyring } from '../src/server/platform/crypto/keyRepository';
import { transaction } from '../src/server/platform/db/transaction';
import { createLimits } from '../src/server/platform/http/rateLimit';
import { createAccessTokens } from '../src/server/platform/sessions/tokenRepository';
import { answersOf, bodyOf, completeSteps } from '../tests/support/fillSteps';
import { registerApplicant, type TestApplicant } from '../tests/support/serverApplicants';
import { startBuilt } from '../tests/trust/support/builtServer';
import { quantile } from '../tests/trust/support/tally';
import { emailOf, seed, sessionIdOf, trnOf } from './support/seedApplicants';
import { type Portal, withPortal } from './support/withPortal';

const ASKED = 600;
const CONCURRENCY = 2;
/** Maximum ratio to the time with the smallest database. */
const BAR = 1.5;

type Times = Record<string, number[]>;

/** Milliseconds until an idle connection reports its counts. */
const COUNTED_AFTER = 11_000;

/** PostgreSQL's counters: 8 kB blocks read, and rows read by sequential scans. */
interface Counts {
  blocks: number;
  scanned: Record<string, number>;
}

/** `npm run bench:growth [sizes]`: measures the same work with 1,000, 100,000 and 1,000,000 applications. */
async function main(): Promise<void> {
  const args = process.argv.slice(2).map(Number);
  const sizes = args.length ? args : [1_000, 100_000, 1_000_000];
  const isThere = await withPortal((portal) => measure(portal, sizes));
  if (!isThere) console.log("PostgreSQL isn't running (TEST_DATABASE_URL), so nothing was measured");
}

async function measure(portal: Portal, sizes: readonly number[]): Promise<void> {
  const db = new pg.Pool({ connectionString: portal.url, max: CONCURRENCY });
  const model = await registerApplicant(portal.server);
  await completeSteps(portal.server, model, 'income');
  for (const section of ['address', 'employers']) await putDraft(portal, model, section);
  const answers = await answersOf(portal.server, model, 'applicant-details');
  let first: Times | undefined;
  let before = 0;
  for (const size of sizes) {
    const began = Date.now();
    await seed(db, model.trn, before, size);
    before = size;
    console.log(`\n${size} applications (${((Date.now() - began) / 1000).toFixed(0)} s to insert them)`);
    await printSize(db, size);
    const times = await callAll(portal, db, size, (applicant) =>
      bodyOf(portal.server, applicant, 'applicant-details', answers, 1),
    );
    first ??= times;
    report(times, first);
  }
  await db.end();
}

async function putDraft({ address }: Portal, { trn, headers }: TestApplicant, section: string): Promise<void> {
  const body = JSON.stringify({ answers: { address: [{ street_address: '12 Elm Street' }] } });
  const all = { ...headers, 'content-type': 'application/json' };
  expectOk(await fetch(`${address}/api/drafts/${trn}/${section}`, { method: 'PUT', headers: all, body }), 'a draft');
}

/** Prints the bytes of tables and indexes per application, largest first. */
async function printSize(db: pg.Pool, size: number): Promise<void> {
  const { rows } = await db.query<{ name: string; bytes: string }>(
    'select relname as name, pg_total_relation_size(relid) as bytes from pg_stat_user_tables order by 2 desc',
  );
  const each = rows
    .map(({ name, bytes }) => ({ name, bytes: Number(bytes) / size }))
    .filter(({ bytes }) => bytes >= 50);
  const whole = rows.reduce((sum, { bytes }) => sum + Number(bytes), 0) / size;
  console.log(
    `${whole.toFixed(0)} bytes each: ${each.map(({ name, bytes }) => `${name} ${bytes.toFixed(0)}`).join(', ')}`,
  );
}

async function callAll(
  portal: Portal,
  db: pg.Pool,
  size: number,
  saveOf: (applicant: TestApplicant) => object,
): Promise<Times> {
  const numbers = await prepare(portal, db, size);
  const { address } = portal;
  const read = (path: string) => (one: TestApplicant) =>
    fetch(address + path.replace(':trn', one.trn), { headers: one.headers });
  const calls: Record<string, (one: TestApplicant) => Promise<unknown>> = {
    'open identification': read('/api/open/application/identification'),
    'open applicant-details': read('/api/open/application/applicant-details'),
    'open income': read('/api/open/application/income'),
    'open payment': read('/api/open/application/payment'),
    'a draft': (one) => putDraft(portal, one, 'contacts'),
    'save a step': (one) =>
      fetch(`${address}/api/contextual/savedetails`, {
        method: 'POST',
        headers: { ...one.headers, 'content-type': 'application/json', 'idempotency-key': `growth-${size}-${one.trn}` },
        body: JSON.stringify(saveOf(one)),
      }),
  };
  // Warms up, because the first read runs and stores the income checks.
  for (const [name, call] of Object.entries(calls))
    if (name.startsWith('open ')) await each(await signIn(portal, db, numbers), call, 'first call');
  const times: Times = {};
  let before = await readCounts(db);
  for (const [name, call] of Object.entries(calls)) {
    // Signs new tokens for each kind of call, because tokens expire after minutes.
    times[name] = await each(await signIn(portal, db, numbers), call, name);
    const after = await readCounts(db);
    printCounts(name, before, after, numbers.length);
    before = after;
  }
  return { ...times, ...(await measureOtherWork(portal, db)) };
}

/** Reads PostgreSQL's counters, because they don't depend on how busy the machine is. */
async function readCounts(db: pg.Pool): Promise<Counts> {
  await new Promise((resolve) => setTimeout(resolve, COUNTED_AFTER));
  const { rows } = await db.query<{ name: string; blocks: string; scanned: string }>(
    `select t.relname as name, coalesce(seq_tup_read, 0) as scanned,
       coalesce(heap_blks_hit, 0) + coalesce(heap_blks_read, 0) + coalesce(idx_blks_hit, 0) + coalesce(idx_blks_read, 0) as blocks
     from pg_stat_user_tables t join pg_statio_user_tables io using (relid)`,
  );
  return {
    blocks: rows.reduce((sum, row) => sum + Number(row.blocks), 0),
    scanned: Object.fromEntries(rows.map(({ name, scanned }) => [name, Number(scanned)])),
  };
}

function printCounts(name: string, before: Counts, after: Counts, calls: number): void {
  const scanned = Object.entries(after.scanned)
    .map(([table, rows]) => [table, (rows - (before.scanned[table] ?? 0)) / calls] as const)
    .filter(([, rows]) => rows >= 1)
    .map(([table, rows]) => `${table} ${rows.toFixed(0)}`);
  const blocks = (after.blocks - before.blocks) / calls;
  console.log(
    `${name.padEnd(24)} ${blocks.toFixed(0)} blocks per call; scanned rows per call: ${scanned.join(', ') || 'none'}`,
  );
}

/** Calls once per applicant, two calls at a time. Returns the milliseconds of each call. */
async function each(
  applicants: readonly TestApplicant[],
  call: (one: TestApplicant) => Promise<unknown>,
  name: string,
) {
  const left = [...applicants];
  const times: number[] = [];
  const line = async () => {
    for (let one = left.pop(); one; one = left.pop()) {
      const since = performance.now();
      const answer = await call(one);
      if (answer instanceof Response) expectOk(answer, name, await answer.text());
      times.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, line));
  return times;
}

function expectOk({ status }: Response, name: string, body = ''): void {
  if (status !== 200) throw new Error(`${name}: ${status} ${body.slice(0, 200)}`);
}

async function measureOtherWork({ environment }: Portal, db: pg.Pool): Promise<Times> {
  const clock = () => new Date();
  const deps = { db, clock, stores: createStores(db), limits: createLimits(db, clock, 1) };
  const times: Times = { 'start the process': [], 'run the hourly cleanup': [], 'add a record entry': [] };
  for (let n = 0; n < 3; n += 1) {
    const process = await startBuilt(environment);
    times['start the process']?.push(process.readyAfter - process.waited);
    await process.kill();
    times['run the hourly cleanup']?.push(await timed(() => sweepRows(deps)));
  }
  for (let n = 0; n < 100; n += 1)
    times['add a record entry']?.push(
      await timed(() =>
        transaction(db, (client) =>
          appendEntry(client, {
            at: clock(),
            kind: 'submitted',
            trn: `entry-${Math.random()}`,
            subscriberId: 'demo',
            body: { n },
          }),
        ),
      ),
    );
  return times;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

/**
 * Gives evenly spread applicants their own keys. Removes encrypted values that these keys can't decrypt. Returns the
 * applicants' numbers.
 */
async function prepare({ environment }: Portal, db: pg.Pool, size: number): Promise<number[]> {
  const { DATA_KEY = '' } = environment;
  const numbers = Array.from({ length: Math.min(ASKED, size) }, (_, n) =>
    Math.floor((n * size) / Math.min(ASKED, size)),
  );
  const trns = numbers.map(trnOf);
  await db.query('delete from applicant_key where trn = any($1)', [trns]);
  await db.query('delete from income_check where trn = any($1)', [trns]);
  await db.query('update document_reading set sealed = null where trn = any($1)', [trns]);
  await db.query('update step_answer set version = 1 where trn = any($1)', [trns]);
  const keyring = createKeyring(db, () => [Buffer.from(DATA_KEY, 'base64')]);
  for (const trn of trns) await keyring.keyOf(trn);
  return numbers;
}

async function signIn({ environment }: Portal, db: pg.Pool, numbers: readonly number[]): Promise<TestApplicant[]> {
  const { TOKEN_KEY = '' } = environment;
  const tokens = createAccessTokens(() => new Date(), Buffer.from(TOKEN_KEY, 'base64'));
  return Promise.all(
    numbers.map(async (n) => {
      const [trn, email, token] = [trnOf(n), emailOf(n), await tokens.sign(await sessionIdOf(db, n))];
      return { trn, email, token, refreshToken: '', headers: { email, authorization: token, trn_id: trn } };
    }),
  );
}

function report(times: Times, first: Times): void {
  for (const [name, all] of Object.entries(times)) {
    const [middle, worst] = [quantile(all, 0.5), quantile(all, 0.99)];
    // The 99th percentile of few samples is an outlier.
    const percentile = all.length < ASKED ? 0.5 : 0.99;
    const ratio = quantile(all, percentile) / quantile(first[name] ?? all, percentile);
    const verdict = ratio <= BAR ? '' : `  over ${BAR}`;
    console.log(
      `${name.padEnd(24)} median ${middle.toFixed(1).padStart(7)} ms  p99 ${worst.toFixed(1).padStart(7)} ms  ${ratio.toFixed(2)} × the smallest, ${percentile === 0.5 ? 'median' : 'p99'}${verdict}`,
    );
  }
}

await main();
