import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page, Response } from '@playwright/test';

export interface Network {
  /** Delay of each request in milliseconds. */
  latency: number;
  /** Bytes per second. Unlimited if undefined. */
  throughput?: number;
}

export interface PageLoad {
  /** Milliseconds since navigation. */
  milliseconds: number;
  requests: string[];
  /** Requests to /api for data and rules. The landlord's logo isn't counted, because it's an image. */
  calls: string[];
  /** Gzipped bytes of each script that was loaded before the first use, by path. */
  scripts: Map<string, number>;
}

export const FIELD = 'main :is(input:not([type=hidden]), select, textarea):not(:disabled)';

/**
 * Opens `path` in a new page and measures it when the first `wanted` element is usable. Waits for later requests, so
 * that they're cached.
 * @throws Error if the element doesn't appear within a minute
 */
export async function visit(
  context: BrowserContext,
  path: string,
  network?: Network,
  wanted = FIELD,
): Promise<PageLoad> {
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
    await page.waitForTimeout(IDLE_MS);
    return opened;
  } finally {
    await page.close();
  }
}

/** Milliseconds to wait for requests after the first field, at full network speed. */
const IDLE_MS = 1000;

type Session = Awaited<ReturnType<BrowserContext['newCDPSession']>>;

async function emulate(session: Session, { latency, throughput = -1 }: Network): Promise<void> {
  await session.send('Network.enable');
  const conditions = { offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput };
  await session.send('Network.emulateNetworkConditions', conditions);
}

/** Runs in the page. Has no named inner functions, because the compiler would add a helper that isn't in the page. */
function watchFor(wanted: string): void {
  new MutationObserver((_, observer) => {
    if (![...document.querySelectorAll(wanted)].some((element) => element.checkVisibility())) return;
    Object.assign(window, { firstUse: performance.now() });
    observer.disconnect();
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

async function firstUse(page: Page, path: string): Promise<number> {
  for (let tries = 0; tries < 6000; tries++) {
    // A page that is navigating has no window.
    const moment = await page.evaluate(() => (window as { firstUse?: number }).firstUse).catch(() => undefined);
    if (moment !== undefined) return moment;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${path} had no field after a minute; it shows: ${await page.locator('body').innerText()}`);
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

async function describe(milliseconds: number, answers: Answers): Promise<PageLoad> {
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

/** Returns the total size of all scripts in gzipped kB (1,000 bytes). */
export function scriptSize({ scripts }: PageLoad): number {
  return [...scripts.values()].reduce((sum, size) => sum + size, 0) / 1000;
}
