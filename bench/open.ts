import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, request } from '@playwright/test';
import { type Applicant, makeApplicant } from '../e2e/support/applicant';
import { withNewEmail } from '../e2e/support/journey';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { findChromium } from '../tests/run/chromium';
import { makeCertificate, startHttp2Proxy } from './open/http2Proxy';
import { startBuiltServer } from './support/builtServer';
import { FIELD, type PageLoad, scriptSize, visit } from './support/visit';

/**
 * Measures how many round trips a page needs until its first usable field: the time divided by the delay of each
 * request. Fails if a page exceeds its limit.
 */
const { values } = parseArgs({
  options: {
    latency: { type: 'string', default: '1000' },
    /** Names of the pages to measure (default: all). */
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});
const LATENCY = Number(values.latency);
const BARS = { trips: 3.5, warm: 2.5, requests: 20, calls: 2 };
/** A common connection: 150 ms, 9 Mbps. */
const LINE = { latency: 150, throughput: 9e6 / 8 };

interface PageKind {
  name: string;
  path: string;
  /** The applicant who is logged in. */
  who?: 'saved' | 'submitted';
  /** First usable element of pages without fields. */
  wanted?: string;
}

const PAGES: PageKind[] = [
  { name: 'login', path: '/login' },
  { name: 'entry link', path: robin.link },
  { name: 'step 1', path: '/identification', who: 'saved' },
  { name: 'step 2', path: '/identification/applicantDetail', who: 'saved' },
  { name: 'step 3', path: '/identification/incomeDetail', who: 'saved' },
  { name: 'review', path: '/identification/payment', who: 'saved', wanted: 'main .rp-next button' },
  { name: 'success', path: '/success', who: 'submitted', wanted: 'main .rp-facts__root, main button' },
];

type Protocol = 'HTTP/1.1' | 'HTTP/2';

interface Row {
  page: PageKind;
  protocol: Protocol;
  first: PageLoad;
  second: PageLoad;
  /** Milliseconds at the speed of LINE. */
  onLine: number;
}

async function main(): Promise<void> {
  const certificate = makeCertificate();
  const server = await startBuiltServer();
  const proxy = await startHttp2Proxy(server.address, certificate);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', `--ignore-certificate-errors-spki-list=${certificate.fingerprint}`],
  });
  try {
    const places = { 'HTTP/1.1': server.address, 'HTTP/2': proxy.address };
    report(await measureAll(browser, wanted(PAGES), places));
  } finally {
    await browser.close();
    proxy.stop();
    await server.stop();
  }
}

/** Creates an applicant. Each page needs a new one, because sessions end. */
async function seed(baseURL: string, who: 'saved' | 'submitted'): Promise<Applicant> {
  const api = await request.newContext({ baseURL });
  return makeApplicant(api, withNewEmail(robin, who), who);
}

async function measureAll(browser: Browser, pages: PageKind[], places: Record<Protocol, string>) {
  const rows: Row[] = [];
  for (const page of pages)
    for (const protocol of ['HTTP/1.1', 'HTTP/2'] as const) {
      const applicant = page.who && (await seed(places['HTTP/1.1'], page.who));
      const open = () => openContext(browser, places[protocol], applicant);
      rows.push({ page, protocol, ...(await measure(open, page)) });
      process.stderr.write(`${page.name}, ${protocol}: ${roundTrips(rows.at(-1)?.first as PageLoad)}\n`);
    }
  return rows;
}

async function openContext(browser: Browser, baseURL: string, applicant?: Applicant): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } });
  const session = JSON.stringify(applicant?.session ?? {});
  // Stores the session when a page opens, unless the browser already has one.
  await context.addInitScript((stored) => {
    if (!localStorage.getItem('rental-session')) localStorage.setItem('rental-session', stored);
  }, session);
  return context;
}

async function measure(open: () => Promise<BrowserContext>, { path: address, wanted: what = FIELD }: PageKind) {
  const slow = await open();
  const first = await visit(slow, address, { latency: LATENCY }, what);
  const second = await visit(slow, address, { latency: LATENCY }, what);
  await slow.close();
  const fast = await open();
  const { milliseconds: onLine } = await visit(fast, address, LINE, what);
  await fast.close();
  return { first, second, onLine };
}

function wanted(pages: PageKind[]): PageKind[] {
  return pages.filter(({ name }) => !values.only || values.only.split(',').includes(name));
}

const HEADS = ['page', 'protocol', 'trips', 'again', 'requests', 'API', 'JS kB gz', '150 ms, 9 Mbps'];

function report(rows: Row[]): void {
  const lines = rows.map(({ page, protocol, first, second, onLine }) => [
    page.name,
    protocol,
    roundTrips(first),
    roundTrips(second),
    String(first.requests.length),
    String(first.calls.length),
    scriptSize(first).toFixed(1),
    `${(onLine / 1000).toFixed(2)} s`,
  ]);
  const widths = HEADS.map((head, column) =>
    Math.max(head.length, ...lines.map((line) => (line[column] ?? '').length)),
  );
  const draw = (line: string[]) =>
    line.map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
  console.log(
    `Round trips of ${LATENCY} ms until the first field can be used; load average ${loadavg()[0]?.toFixed(1)}\n`,
  );
  console.log([HEADS, ...lines].map(draw).join('\n'));
  if (values.list)
    for (const { page, protocol, first } of rows) console.log(`\n${page.name}, ${protocol}\n  ${listing(first)}`);
  const missed = rows.flatMap(missedBars);
  console.log(missed.length ? `\nOVER THE LIMIT\n${missed.join('\n')}` : '\nAll pages are within the limits.');
  if (missed.length) process.exitCode = 1;
}

function roundTrips({ milliseconds }: PageLoad): string {
  return (milliseconds / LATENCY).toFixed(1);
}

function listing({ requests, scripts }: PageLoad): string {
  return requests.map((name) => `${name} ${((scripts.get(name) ?? 0) / 1000).toFixed(1)}`).join('\n  ');
}

function missedBars({ page, protocol, first, second }: Row): string[] {
  const found = {
    trips: first.milliseconds / LATENCY,
    warm: second.milliseconds / LATENCY,
    requests: first.requests.length,
    calls: first.calls.length,
  };
  return Object.entries(BARS).flatMap(([bar, most]) => {
    const value = found[bar as keyof typeof BARS];
    return value > most ? [`${page.name}, ${protocol}: ${bar} ${value.toFixed(1)}, limit ${most}`] : [];
  });
}

await main();
