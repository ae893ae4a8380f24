import { type BrowserContext, chromium } from '@playwright/test';
import pg from 'pg';
import { savePerson } from '../src/server/features/office/peopleRepository';
import { createToken, hashToken } from '../src/server/platform/sessions/tokenRepository';
import { findChromium } from '../tests/run/chromium';
import { registerApplicant } from '../tests/support/serverApplicants';
import { quantile } from '../tests/trust/support/tally';
import { visit } from './support/visit';
import { type Portal, withPortal } from './support/withPortal';

/** Maximum median milliseconds of a page. */
const BAR = 100;
const TIMES = 12;
const VISITS = 6;
/** Milliseconds until an idle connection reports its counts. */
const COUNTED_AFTER = 11_000;

const SORTS = ['submitted', 'name', 'moveIn', 'ratio'].flatMap((sort) =>
  ['asc', 'desc'].map((order) => `sort=${sort}&order=${order}`),
);

const FILTERS = [
  '',
  'status=submitted,inReview',
  'status=approvedWithConditions',
  'status=withdrawn',
  'checks=failed',
  'checks=open',
  'checks=reading',
  'assigned=me',
  'assigned=none&status=declined',
  'status=approvedWithConditions&checks=open',
  'property=harbor-view',
  'property=nowhere',
  'search=hale',
  'search=zz',
  'search=a',
  'search=office',
  'search=100500',
  'search=(512)%20555-0042',
  'search=hale%2042&status=approved',
  'search=li&checks=failed',
] as const;

const FIGURES = ['figures', 'figures?property=harbor-view', 'properties'];

/**
 * `npm run bench:office [applications]`: measures the office's list, searches and filters with 100,000 submitted
 * applications of one landlord.
 */
async function main(): Promise<void> {
  const size = Number(process.argv[2] ?? 100_000);
  const isThere = await withPortal((portal) => measure(portal, size));
  if (!isThere) console.log("PostgreSQL isn't running (TEST_DATABASE_URL), so nothing was measured");
}

async function measure(portal: Portal, size: number): Promise<void> {
  const db = new pg.Pool({ connectionString: portal.url, max: 2 });
  const { trn } = await registerApplicant(portal.server);
  await insertApplications(db, trn, size);
  const cookie = await logIn(db);
  const before = await readScans(db);
  const nothing = await ask(portal, cookie, 'session');
  const idle = quantile(nothing.times, 0.5);
  console.log(`an empty call: ${idle.toFixed(1)} ms`);
  const medians: number[] = [];
  const slow: string[] = [];
  for (const filter of FILTERS)
    for (const sort of SORTS)
      for (const { name, times, bytes } of await fetchPages(portal, cookie, [filter, sort].filter(Boolean).join('&'))) {
        const half = quantile(times, 0.5);
        medians.push(half);
        if (half > BAR) slow.push(name);
        console.log(
          `${name.padEnd(72)} ${half.toFixed(1)} ms (${(half / idle).toFixed(1)} ×), 95% within ${quantile(times, 0.95).toFixed(1)} ms, ${bytes} bytes`,
        );
      }
  const last = quantile((await ask(portal, cookie, 'session')).times, 0.5);
  const [half, most] = [quantile(medians, 0.5), Math.max(...medians)];
  const scanned = (await readScans(db)) - before;
  console.log(`${medians.length} pages: median ${half.toFixed(1)} ms, the slowest median ${most.toFixed(1)} ms`);
  console.log(`an empty call, at the end: ${last.toFixed(1)} ms`);
  console.log(`rows read by scanning a whole table: ${scanned}`);
  for (const figures of FIGURES) {
    const half = quantile((await ask(portal, cookie, figures)).times, 0.5);
    console.log(`${figures.padEnd(72)} ${half.toFixed(1)} ms`);
  }
  await db.end();
  for (const [what, times] of Object.entries(await firstPaints(portal, cookie)))
    console.log(`${what} in Chromium, by visit: ${times.join(', ')} ms`);
  if (slow.length > 0 || scanned > 0) {
    console.error(`over ${BAR} ms: ${slow.join(', ') || 'none'}; scanned ${scanned}`);
    process.exitCode = 1;
  }
}

interface Asked {
  name: string;
  times: number[];
  bytes: number;
}

async function fetchPages(portal: Portal, cookie: string, query: string): Promise<Asked[]> {
  const first = await ask(portal, cookie, `applications?${query}`);
  if (!first.next) return [{ ...first, name: query }];
  const second = await ask(portal, cookie, `applications?${query}&cursor=${first.next}`);
  return [
    { ...first, name: query },
    { ...second, name: `${query}, page 2` },
  ];
}

/**
 * Inserts submitted applications with realistic names, statuses, days and amounts. Some statuses and checks are rare.
 */
async function insertApplications(db: pg.Pool, model: string, size: number): Promise<void> {
  const client = await db.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into application (trn, subscriber_id, entry_link_id, type, property_id, account_id, status, first_name, last_name, email,
       registration, created_at, active_at, submitted_at)
     select 'office' || lpad(n::text, 10, '0'), m.subscriber_id, m.entry_link_id, m.type, m.property_id, null, 'Submitted',
       (array['Robin','Sam','Mae','Noor','Lee','Dana','Ana','Zoe'])[1 + n % 8], (array['Hale','Ortega','Li','Haddad','Park','Whitlock'])[1 + n % 6] || ' ' || n,
       'office.' || n || '@example.com', '{}', now(), now(), now() - n * interval '1 minute'
     from generate_series(1, $2) n, application m where m.trn = $1`,
    [model, size],
  );
  await client.query(
    `insert into application_status (trn, subscriber_id, status, submitted_at, changed_at, move_in, household, income_cents, rent_cents, checks, property_id, email_key, phones, first_key, last_key)
     select trn, subscriber_id, case when n % 5000 = 0 then 'approvedWithConditions' when n % 100 = 1 then 'withdrawn' when n % 10 = 2 then 'submitted'
         when n % 10 = 3 then 'inReview' when n % 3 = 0 then 'declined' else 'approved' end,
       submitted_at, submitted_at, date '2027-01-01' + (n % 400)::int, 1 + (n % 5)::int, 300000 + (n % 900) * 1000, 200000 + (n % 90) * 1000,
       case when n % 10000 = 0 then 'failed' when n % 20 = 0 then 'open' else 'passed' end,
       property_id, lower(email), array['hash' || n], lower(first_name || ' ' || last_name), lower(last_name || ' ' || first_name)
     from (select *, row_number() over (order by trn) as n from application where trn like 'office%') a`,
  );
  await client.query(
    `insert into application_decision (trn, at, sealed) select trn, submitted_at + interval '3 days', '' from application_status
     where trn like 'office%' and status in ('approved', 'declined')`,
  );
  await client.query('vacuum analyze');
  client.release(true);
}

async function logIn(db: pg.Pool): Promise<string> {
  const now = new Date();
  const person = { subscriberId: 'demo', email: 'bench@office.example', name: 'Bench', role: 'reader' as const, now };
  const id = await savePerson(db, person);
  const token = createToken();
  await db.query(
    `insert into office_session (person_id, hash, created_at, seen_at, ends_at) values ($1, $2, now(), now(), now() + interval '12 hours')`,
    [id, hashToken(token)],
  );
  return `office=${token}`;
}

async function ask({ address }: Portal, cookie: string, call: string) {
  const times: number[] = [];
  let body = '';
  for (let n = 0; n < TIMES; n += 1) {
    const began = performance.now();
    const answer = await fetch(`${address}/api/office/${call}`, { headers: { cookie } });
    body = await answer.text();
    if (!answer.ok) throw new Error(`${call}: ${answer.status}`);
    times.push(performance.now() - began);
  }
  const next: string | null | undefined = JSON.parse(body).records.next;
  return { times, bytes: body.length, next };
}

/** Measures the milliseconds until the list's first row. Alternates with the login page for comparison. */
async function firstPaints({ address }: Portal, cookie: string): Promise<Record<string, number[]>> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1280, height: 900 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: address }]);
  const open = async (path: string, wanted?: string) =>
    Math.round((await visit(context, path, undefined, wanted)).milliseconds);
  const times: Record<string, number[]> = {
    'first row, from another page': [],
    'first row, in a new tab': [],
    'first field of the login page': [],
  };
  for (let n = 0; n < VISITS; n += 1) {
    times['first row, from another page']?.push(await rowAfterClick(context));
    times['first row, in a new tab']?.push(await open('/office', ROW));
    times['first field of the login page']?.push(await open('/login'));
  }
  await browser.close();
  return times;
}

const ROW = 'main .of-list tbody tr';

async function rowAfterClick(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  await page.goto('/office/emails');
  await page.locator('a[href="/office"]').first().waitFor();
  const milliseconds = await page.evaluate(waitForRow, ROW);
  await page.close();
  return Math.round(milliseconds);
}

/** Runs in the page: clicks the link to the list, and returns the milliseconds until the row is shown. */
function waitForRow(row: string): Promise<number> {
  const began = performance.now();
  document.querySelector<HTMLAnchorElement>('a[href="/office"]')?.click();
  return new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(row)) return;
      observer.disconnect();
      resolve(performance.now() - began);
    }).observe(document, { subtree: true, childList: true });
  });
}

async function readScans(db: pg.Pool): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, COUNTED_AFTER));
  const { rows } = await db.query<{ scanned: string }>(
    `select sum(coalesce(seq_tup_read, 0)) as scanned from pg_stat_user_tables where relname in ('application', 'application_status')`,
  );
  return Number(rows[0]?.scanned ?? 0);
}

await main();
