import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findRoot, readConfig } from '../../src/server/platform/config';

import { runCommand } from '../../src/tools/portal/runCommand';
import type { AnyServer } from '../support/anyServer';
import { completeSteps, expectRecords, get, paymentBody, post } from '../support/fillSteps';
import { upload } from '../support/multipart';
import { samplePdf, sampleSignature } from '../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../support/serverApplicants';
import { dropResponseOnce } from './answers/dropResponseOnce';
import { rows } from './answers/rows';
import { checkPaid } from './kill/charges';
import type { Mode, Outcome, Suite } from './suite';
import { dropAnswers } from './support/dropAnswer';
import { onPostgres } from './support/engines';
import { type Fleet, startFleet } from './support/fleet';
import { withFolder } from './support/folders';
import { noPostgres } from './support/postgres';
import { remoteServer } from './support/remoteServer';
import { runOnFleet } from './support/severalProcesses';
import { slowdown } from './support/slowdown';
import { quantile } from './support/tally';

/** Everything the cases need. Each case checks that several processes act as one, and returns its problems. */
interface ProcessSetup {
  fleet: Fleet;
  folder: string;
  db: pg.Pool;
}

const promises: Record<string, (setup: ProcessSetup) => Promise<string[]>> = {
  'migrations, raced': migratedOnce,
  'jobs, run once': mailedOnce,
  'a journey across all processes': journey,
  'the scan, handed over': scanned,
  'a response that waits for another process': followScan,
  'documents being read, with progress everywhere': followReading,
  'a session, ended everywhere at once': loggedOut,
  'an applicant, erased everywhere at once': erased,
  'settings, changed everywhere': configured,
  'the listening connection, reopened after a cut': checkReconnect,
  'limits, shared': limited,
};

/** Two to four processes on one PostgreSQL and one object store behave as one. */
export default { name: 'processes', run } satisfies Suite;

async function run(mode: Mode): Promise<Outcome> {
  const sizes = mode === 'long' ? [2, 3, 4] : [2];
  const failures: string[] = [];
  let isThere = true;
  for (const size of sizes) {
    const found = await withFolder((folder) => onPostgres(folder, ({ url }) => tryFleet(size, folder, url)));
    isThere = found !== undefined;
    failures.push(...(found ?? []).map((one) => `${size} processes: ${one}`));
  }
  const lost = isThere && mode === 'long' ? await loseAnswers() : undefined;
  failures.push(...(lost?.failures ?? []));
  const names = Object.keys(promises);
  const also = lost ? `; ${lost.n} lost responses requested again from another process` : '';
  return {
    n: (isThere ? sizes.length * names.length : 0) + (lost?.n ?? 0),
    figure: `checks passed with ${sizes.join(', ')} processes: ${names.join('; ')}${also}`,
    failures,
    notRun: isThere ? [] : [noPostgres],
  };
}

async function tryFleet(size: number, folder: string, url: string): Promise<string[]> {
  const fleet = await startFleet(size, folder, url);
  const db = new pg.Pool({ connectionString: url, max: 2 });
  const failures: string[] = [];
  try {
    for (const [name, promise] of Object.entries(promises)) {
      const broken = await promise({ fleet, folder, db }).catch((error: Error) => [
        `${error.message} ${error.cause ?? ''}`,
      ]);
      failures.push(...broken.map((one) => `${name}: ${one}`));
    }
    return failures;
  } finally {
    await db.end();
    await fleet.stop();
  }
}

/** Runs the rows of the suite `answers`: one process loses the response, and the next ones get the repeated call. */
function loseAnswers(): Promise<{ n: number; failures: string[] } | undefined> {
  return runOnFleet(3, async ({ deps: { db }, drain }, { server, address }) => {
    const proxy = await dropAnswers(address);
    const lossy = remoteServer(() => proxy.address);
    const setup = { server, lossy, db, settle: drain };
    const failures: string[] = [];
    try {
      for (const [name, row] of Object.entries(rows)) {
        const broken = await dropResponseOnce(setup, row).catch((error: Error) => [error.message]);
        failures.push(...broken.map((one) => `${name}, over 3 processes: ${one}`));
      }
      return { n: Object.keys(rows).length, failures };
    } finally {
      proxy.close();
    }
  });
}

async function migratedOnce({ db }: ProcessSetup): Promise<string[]> {
  const files = readdirSync(path.join(findRoot(), 'src/server/platform/db/migrations')).filter((name) =>
    name.endsWith('.sql'),
  );
  const done = await db.query('select name from migration_run');
  return done.rows.length === files.length ? [] : [`${done.rows.length} of ${files.length} migrations have run`];
}

async function mailedOnce({ fleet, folder }: ProcessSetup): Promise<string[]> {
  const count = 8;
  for (let n = 0; n < count; n += 1) await registerApplicant(fleet.server);
  const mails = () => readdirSync(path.join(folder, 'outbox')).filter((name) => name.endsWith('.eml')).length;
  await until(() => mails() >= count);
  // Duplicates would have been sent by now.
  await wait(1500);
  return mails() === count ? [] : [`${count} registrations sent ${mails()} emails`];
}

async function journey({ fleet: { server }, folder }: ProcessSetup): Promise<string[]> {
  const robin = await registerApplicant(server);
  await completeSteps(server, robin, 'income');
  expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
  return checkPaid(server, folder, robin);
}

async function scanned({ fleet: { each } }: ProcessSetup): Promise<string[]> {
  const [desktop, phone = desktop] = each;
  if (!desktop || !phone) return ['there are no processes'];
  const robin = await registerApplicant(desktop);
  const link = expectRecords(await post(desktop, robin, '/api/scan/link', {}));
  const token = String(link.path).split('token=')[1];
  const opened = expectRecords(
    await phone.app.inject({ method: 'POST', url: `/api/scan/${link.id}/open`, payload: { token } }),
  );
  const headers = { authorization: String(opened.token) };
  const payload = { file: await sampleSignature(), document_id: 2, trn_id: robin.trn };
  expectRecords(
    await phone.app.inject({ method: 'POST', url: '/api/applicant/mobile_scan_saveonly', headers, payload }),
  );
  const followed = expectRecords(await get(desktop, robin, `/api/scan/${link.id}`)) as { front?: { res: boolean } };
  return followed.front?.res ? [] : [`the desktop's process does not see the picture: ${JSON.stringify(followed)}`];
}

/** A desktop waiting at one process gets a response when its phone calls another. Polling would take 1.5 seconds. */
async function followScan({ fleet: { each } }: ProcessSetup): Promise<string[]> {
  const [desktop, phone = desktop] = each;
  if (!desktop || !phone) return ['there are no processes'];
  const times: number[] = [];
  const robin = await registerApplicant(desktop);
  for (let n = 0; n < 5; n += 1) {
    const link = expectRecords(await post(desktop, robin, '/api/scan/link', {}));
    const { mark } = expectRecords(await get(desktop, robin, `/api/scan/${link.id}`));
    let since = 0;
    const following = get(desktop, robin, `/api/scan/${link.id}?known=${mark}`).then((answer) => {
      times.push(performance.now() - since);
      return expectRecords(answer);
    });
    await wait(100);
    const token = String(link.path).split('token=')[1];
    since = performance.now();
    expectRecords(await phone.app.inject({ method: 'POST', url: `/api/scan/${link.id}/open`, payload: { token } }));
    if ((await following).opened !== true) return ['the desktop got a response before its phone did anything'];
  }
  const median = quantile(times, 0.5);
  return median < 700 * slowdown() ? [] : [`the desktop was notified ${Math.round(median)} ms after its phone`];
}

/**
 * Pages waiting at every process get a response when one process has read a document. Polling would take 1.5 seconds.
 */
async function followReading({ fleet: { each, server }, db }: ProcessSetup): Promise<string[]> {
  const times: number[] = [];
  const content = await samplePdf();
  const robin = await registerApplicant(server);
  const url = `/api/income/checks/${robin.trn}`;
  for (let n = 0; n < 20 && times.length < 3 * each.length; n += 1) {
    expectRecords(await upload(server, robin, 5, { name: `return-${n}.pdf`, content }));
    const { mark, reading } = expectRecords(await get(each[n % each.length] ?? server, robin, url));
    // The document was read before any page could wait for it.
    if (reading === 0) continue;
    const answered = each.map(async (one) => {
      const state = expectRecords(await get(one, robin, `${url}?known=${mark}`));
      return state.reading === 0 ? performance.now() : Number.POSITIVE_INFINITY;
    });
    const waiting = "select from document_reading where trn = $1 and state = 'waiting'";
    while ((await db.query(waiting, [robin.trn])).rowCount) await wait(10);
    const since = performance.now();
    times.push(...(await Promise.all(answered)).map((at) => at - since));
  }
  if (times.length === 0) return ['no document took long enough to be followed'];
  const median = quantile(times, 0.5);
  return median < 700 * slowdown() ? [] : [`a page was notified ${Math.round(median)} ms after its document was read`];
}

async function loggedOut({ fleet: { each } }: ProcessSetup): Promise<string[]> {
  const [one] = each;
  if (!one) return ['there are no processes'];
  const robin = await registerApplicant(one);
  if ((await statuses(each, robin)).some((status) => status !== 200)) return ['a session is unknown to a process'];
  expectRecords(await post(one, robin, '/api/users/logout', {}));
  return checkLoggedOutSoon(each, robin, 'a session that was ended');
}

/** Erases from the suite's process, like an operator whose command runs outside the servers. */
async function erased({ fleet: { each }, folder, db }: ProcessSetup): Promise<string[]> {
  const [one] = each;
  if (!one) return ['there are no processes'];
  const robin = await registerApplicant(one);
  await completeSteps(one, robin, 'identification');
  if ((await statuses(each, robin)).some((status) => status !== 200)) return ['a session is unknown to a process'];
  const config = readConfig(
    { DATA_DIR: folder, DATABASE_URL: 'postgres://elsewhere/', LOG_LEVEL: 'silent' },
    findRoot(),
  );
  const { code, error } = await runCommand({ db, config, cwd: folder }, ['erase', robin.trn]);
  if (code !== 0) return [`erase: ${error}`];
  return checkLoggedOutSoon(each, robin, 'the session of an erased applicant');
}

async function statuses(each: readonly AnyServer[], robin: TestApplicant): Promise<number[]> {
  const calls = each.map((one) => get(one, robin, `/api/applicant/getidentification/${robin.trn}`));
  return (await Promise.all(calls)).map(({ statusCode }) => statusCode);
}

/** Within half a second, all processes must reject the session with a 401. */
async function checkLoggedOutSoon(each: readonly AnyServer[], robin: TestApplicant, what: string): Promise<string[]> {
  const until = Date.now() + 500 * slowdown();
  let found = await statuses(each, robin);
  while (found.some((status) => status !== 401) && Date.now() < until) found = await statuses(each, robin);
  return found.every((status) => status === 401) ? [] : [`${what} returns ${found.join(' and ')}`];
}

/** Ends all listening connections. Each process must open another, and then get the others' changes again. */
async function checkReconnect(setup: ProcessSetup): Promise<string[]> {
  const listening = async () =>
    (
      await setup.db.query<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%'",
      )
    ).rows;
  const before = await listening();
  if (before.length !== setup.fleet.each.length) return [`${before.length} connections listen`];
  await setup.db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'",
  );
  const isBack = await until(async () => {
    const now = await listening();
    return now.length === before.length && now.every(({ pid }) => before.every((one) => one.pid !== pid));
  });
  return isBack
    ? [...(await followScan(setup)), ...(await loggedOut(setup))]
    : ["a listening connection isn't reopened after a cut"];
}

async function configured({ fleet: { each }, db }: ProcessSetup): Promise<string[]> {
  const robins = await Promise.all(each.map((one) => registerApplicant(one)));
  const forms = () =>
    Promise.all(
      each.map(
        async (one, n) =>
          (await get(one, robins[n] ?? (robins[0] as never), '/api/forms/application/identification')).body,
      ),
    );
  const before = await forms();
  await db.query(
    `update subscriber set settings = jsonb_set(settings, '{fields}', '{"ReasonforMoving":"Hide"}') where id = 'demo'`,
  );
  const isChanged = await until(async () => (await forms()).every((form, n) => form !== before[n]));
  return isChanged ? [] : ["a changed setting doesn't reach every process"];
}

async function limited({ fleet: { server } }: ProcessSetup): Promise<string[]> {
  const payload = { email: 'nobody@example.com', password: 'Wrong!Word2026' };
  const statuses: number[] = [];
  for (let n = 0; n < 8; n += 1)
    statuses.push((await server.app.inject({ method: 'POST', url: '/api/users/login', payload })).statusCode);
  const tried = statuses.filter((status) => status === 401).length;
  return tried === 5 ? [] : [`five login attempts are allowed, but these returned ${statuses.join(', ')}`];
}

async function until(look: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let n = 0; n < 150; n += 1) {
    if (await look()) return true;
    await wait(100);
  }
  return false;
}
