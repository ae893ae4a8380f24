import { loadavg } from 'node:os';
import { type Browser, expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { type Applicant, makeApplicant, openAsApplicant } from './support/applicant';
import { withNewEmail } from './support/journey';

/** Maximum layout shift while a page opens. */
const CLS = 0.02;

/** A page: who opens it, its address, an element of the loaded page, and a field to type in. */
interface Opening {
  name: string;
  who: 'nobody' | 'registered' | 'saved' | 'submitted';
  path: string;
  there(page: Page): ReturnType<Page['locator']>;
  field?: string;
}

const step = (name: string, path: string, who: Opening['who'] = 'saved'): Opening => ({
  name,
  who,
  path: `/identification${path}`,
  there: (page) => page.getByRole('button', { name: 'Next', exact: true }),
  field: '.rp-accordion__item[data-open=true] :is(input[type=text], input[type=tel], input:not([type]))',
});

const openings: Opening[] = [
  {
    name: 'login',
    who: 'nobody',
    path: '/login',
    there: (page) => page.getByRole('button', { name: 'Log in' }),
    field: 'input[type=email], input[autocomplete=username]',
  },
  {
    name: 'entry link',
    who: 'nobody',
    path: robin.link,
    there: (page) => page.getByRole('button', { name: 'Start Application' }),
    field: 'form input[type=text]',
  },
  step('step 1, untouched', '', 'registered'),
  step('step 1', '#personal-details'),
  step('step 1 at the pictures', '#poi'),
  step('step 2', '/applicantDetail#ad'),
  step('step 3', '/incomeDetail#ei'),
  step('step 3 at its end', '/incomeDetail'),
  {
    name: 'review and payment',
    who: 'saved',
    path: '/identification/payment',
    there: (page) => page.getByText('Bluebonnet Books').first(),
  },
  {
    name: 'success',
    who: 'submitted',
    path: '/success',
    there: (page) => page.getByRole('button', { name: 'Document Upload' }),
  },
];

for (const width of [360, 1280])
  for (const opening of openings)
    test(`${opening.name} doesn't shift while it loads at ${width} px`, async ({ browser, request }) => {
      // Each test has its own applicant, because what a test types becomes a draft, and drafts add a note to the
      // review.
      const persona = withNewEmail(robin, `${opening.who}.${width}`);
      const applicant = opening.who === 'nobody' ? undefined : await makeApplicant(request, persona, opening.who);
      const { page, shifts, figures } = await open(browser, { ...opening, applicant }, width);
      await page.context().close();
      console.log(`  ${opening.name} at ${width} px: ${figures}, load ${loadavg()[0]?.toFixed(1)}`);
      expect(
        worstWindow(shifts),
        shifts.map(({ at, value, what }) => `${at} ms ${value} ${what}`).join('\n'),
      ).toBeLessThanOrEqual(CLS);
    });

interface Shift {
  at: number;
  value: number;
  /** The element that moved, and how far. */
  what: string;
}

/** Opens a page like on a slow phone: a quarter of the CPU speed, 9 Mbps, 60 ms of latency. */
async function open(
  browser: Browser,
  { applicant, path, there, field }: Opening & { applicant: Applicant | undefined },
  width: number,
) {
  const context = await browser.newContext({ viewport: { width, height: width < 500 ? 740 : 900 } });
  const page = await context.newPage();
  await page.addInitScript(watchPage);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await devtools.send('Network.enable');
  const speed = (9 * 1_000_000) / 8;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 60,
    downloadThroughput: speed,
    uploadThroughput: speed,
  });
  await (applicant ? openAsApplicant(page, applicant, path) : page.goto(path));
  await expect(there(page)).toBeVisible({ timeout: 60_000 });
  // Waits two seconds after the last skeleton. Waiting for no requests would never end, because some pages poll.
  await expect(page.locator('.ap-skeleton')).toHaveCount(0, { timeout: 60_000 });
  await page.waitForTimeout(2_000);
  const shifts = await page.evaluate(() => window.opened.shifts);
  const first = page
    .locator(field ?? 'unnamed')
    .filter({ visible: true })
    .first();
  if (await first.count()) await first.pressSequentially('written by a test');
  await page.waitForTimeout(300);
  const { paint, keys } = await page.evaluate(() => window.opened);
  return { page, shifts, figures: figuresOf(shifts, paint, keys) };
}

declare global {
  interface Window {
    opened: { shifts: Shift[]; paint: number; keys: Record<number, number> };
  }
}

/** Runs in the page before its own scripts. Records layout shifts, the largest paint and interaction times. */
function watchPage(): void {
  window.opened = { shifts: [], paint: 0, keys: {} };
  const watch = (type: string, note: (entry: never) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as never);
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  type Moved = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
  };
  const rect = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}x${height}`;
  watch('layout-shift', ({ startTime, value, hadRecentInput, sources }: Moved) => {
    const what = sources.map(
      ({ node, previousRect, currentRect }) =>
        `${node?.nodeName}.${node?.className ?? ''} ${rect(previousRect)} > ${rect(currentRect)}`,
    );
    if (!hadRecentInput) window.opened.shifts.push({ at: Math.round(startTime), value, what: what.join(' | ') });
  });
  watch('largest-contentful-paint', ({ startTime }: PerformanceEntry) => {
    window.opened.paint = startTime;
  });
  watch('event', ({ interactionId, duration }: PerformanceEventTiming & { interactionId: number }) => {
    const { keys } = window.opened;
    if (interactionId) keys[interactionId] = Math.max(keys[interactionId] ?? 0, duration);
  });
}

function figuresOf(shifts: readonly Shift[], paint: number, keys: Record<number, number>): string {
  const times = Object.values(keys).sort((a, b) => a - b);
  const slow = times[Math.ceil(times.length * 0.98) - 1];
  return `CLS ${worstWindow(shifts).toFixed(3)}, LCP ${(paint / 1000).toFixed(2)} s${slow === undefined ? '' : `, INP p98 ${slow} ms`}`;
}

/** Returns the worst session of layout shifts, as CLS defines it: at most a second apart and five seconds long. */
function worstWindow(shifts: readonly Shift[]): number {
  let [first, last, sum, worst] = [0, Number.NEGATIVE_INFINITY, 0, 0];
  for (const { at, value } of shifts) {
    if (at - last > 1_000 || at - first > 5_000) [first, sum] = [at, 0];
    [last, sum] = [at, sum + value];
    worst = Math.max(worst, sum);
  }
  return worst;
}
