import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page, Response } from '@playwright/test';

/** What the browser is made to believe of its connection. */
export interface Network {
  /** Milliseconds that each request waits for its answer. */
  latency: number;
  /** Bytes a second; as fast as it goes without. */
  throughput?: number;
}

/** A page as it was at its first usable field. */
export interface Opened {
  /** Since the navigation began. */
  milliseconds: number;
  /** Every request until then, the page itself included. */
  requests: string[];
  /** Those of them to /api, for data and for rules; the landlord's logo is a picture. */
  calls: string[];
  /** Bytes of each script until then, gzip, by its path. */
  scripts: Map<string, number>;
}

/** A field that can be typed into, chosen from or ticked. */
export const FIELD = 'main :is(input:not([type=hidden]), select, textarea):not(:disabled)';

/**
 * Opens `path` on a page of its own and looks at it as its first `wanted` element can be used. The page stays until `rest` is
 * over: until what comes later has come too, and lies in the context's cache. @throws Error when it does not come in a minute
 */
export async function visit(context: BrowserContext, path: string, network?: Network, wanted = FIELD): Promise<Opened> {
  const page = await context.newPage();
  try {
    await page.addInitScript(watchFor, wanted);
    const session = await context.newCDPSession(page);
    if (network) await emulate(session, network);
    const answers = collect(page);
    void page.goto(path, { waitUntil: 'commit' }).catch(() => undefined);
    const milliseconds = await firstUse(page, path);
    const opened = await describe(milliseconds, answers);
    if (network) await emulate(session, { latency: 0 });
    await page.waitForTimeout(REST);
    return opened;
  } finally {
    await page.close();
  }
}

/** Milliseconds for what comes after the first field, the network being as fast as it goes by then. */
const REST = 1000;

type Session = Awaited<ReturnType<BrowserContext['newCDPSession']>>;

async function emulate(session: Session, { latency, throughput = -1 }: Network): Promise<void> {
  await session.send('Network.enable');
  const conditions = { offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput };
  await session.send('Network.emulateNetworkConditions', conditions);
}

/** In the page: the time at which the element is there and visible. Without functions of its own, which the runner's compiler would name. */
function watchFor(wanted: string): void {
  new MutationObserver((_, observer) => {
    if (![...document.querySelectorAll(wanted)].some((element) => element.checkVisibility())) return;
    Object.assign(window, { firstUse: performance.now() });
    observer.disconnect();
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

async function firstUse(page: Page, path: string): Promise<number> {
  for (let tries = 0; tries < 6000; tries++) {
    // A page that is on its way to another has no window to ask.
    const moment = await page.evaluate(() => (window as { firstUse?: number }).firstUse).catch(() => undefined);
    if (moment !== undefined) return moment;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${path} had no field after a minute; it says: ${await page.locator('body').innerText()}`);
}

interface Answers {
  requests: string[];
  calls: string[];
  scripts: Response[];
}

function collect(page: Page): Answers {
  const answers: Answers = { requests: [], calls: [], scripts: [] };
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    answers.requests.push(pathname);
    if (pathname.startsWith('/api/') && request.resourceType() !== 'image') answers.calls.push(pathname);
  });
  page.on('response', (response) => {
    if (/javascript/.test(response.headers()['content-type'] ?? '')) answers.scripts.push(response);
  });
  return answers;
}

async function describe(milliseconds: number, answers: Answers): Promise<Opened> {
  const [requests, calls] = [[...answers.requests], [...answers.calls]];
  const sized = [...answers.scripts].map(async (response) => {
    const size = gzipSync(await response.body(), { level: 9 }).length;
    return [new URL(response.url()).pathname, size] as const;
  });
  return {
    milliseconds,
    requests,
    calls,
    scripts: new Map(await Promise.all(sized)),
  };
}

/** kB of a thousand bytes, gzip, of all scripts together. */
export function scriptSize({ scripts }: Opened): number {
  return [...scripts.values()].reduce((sum, size) => sum + size, 0) / 1000;
}
