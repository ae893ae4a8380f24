import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { TestApplicant } from '../../support/serverApplicants';
import { openContext } from '../support/withBrowser';
import { type ExpectedTexts, findUnseen, readPageText } from './expectedTexts';
import { isLogoDrawn, logoFaults } from './logo';
import { exerciseAll, fillAddress, PAGES, type Visitor, waitUntilIdle } from './pages';
import { startProxy } from './proxy';
import type { ResponseMode } from './responseMode';
import type { NextPayload } from './seedOperator';
import { SUBMISSIONS, type Submission, submitRepeatedly } from './submissions';
import { type Watch, watchContext } from './watch';

export interface TestData {
  address: string;
  people: Record<Exclude<Visitor, 'nobody'>, TestApplicant>;
  nextPayload: NextPayload;
  expectedTexts: ExpectedTexts;
}

/** Result of visiting pages as one kind of user. */
export interface VisitResult {
  pages: number;
  failures: string[];
  /** Number of pages that showed a payload as text. */
  shown: number;
}

export interface VisitOptions {
  /**
   * True if the policy blocks scripts. Otherwise, it only reports them, so they run, which the watcher reports as well.
   */
  isEnforced: boolean;
  /** True to use every kind of response, and to type and click everything. Otherwise, the pages are only read. */
  isWhole: boolean;
}

/** Visits every page that `who` may see. */
export async function visitAs(
  browser: Browser,
  who: Visitor,
  data: TestData,
  options: VisitOptions,
): Promise<VisitResult> {
  const { isEnforced, isWhole } = options;
  const visited: VisitResult = { pages: 0, failures: [], shown: 0 };
  const proxy = await startProxy(data.address, data.nextPayload, isEnforced);
  const context = await openContext(browser, { reducedMotion: 'reduce' });
  const watch = await watchContext(context);
  if (who !== 'nobody') await addSession(context, data.people[who]);
  const visit = {
    page: await context.newPage(),
    watch,
    visited,
    nextPayload: data.nextPayload,
    address: proxy.address,
    expectedTexts: data.expectedTexts[who],
  };
  // Runs first, while the forms are still filled in.
  for (const one of isWhole ? SUBMISSIONS.filter((other) => other.who === who) : []) {
    proxy.setMode('writes rejected');
    await submitRejected(visit, one);
  }
  for (const mode of isWhole ? RESPONSE_MODES : RESPONSE_MODES.slice(0, 1)) {
    proxy.setMode(mode);
    // Addresses with payloads are visited only with unchanged responses.
    const places = PAGES[who].filter((place) => mode === 'unchanged' || !place.includes('$'));
    for (const place of places) await visitPage(visit, place, mode, isWhole);
  }
  if (!(await isHandlerDetected(visit)))
    visited.failures.push(`control: on the pages of ${who} a handler isn't detected`);
  if (who === 'nobody') visited.failures.push(...(await logoFaults(visit.page, watch, proxy.address)));
  await context.close();
  proxy.close();
  return visited;
}

const RESPONSE_MODES = ['unchanged', 'with payloads', 'reads rejected'] as const;

/** Adds an inline event handler to a page. Returns whether the policy and the element check both report it. */
export async function isHandlerDetected({ page, watch }: Visit): Promise<boolean> {
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=q(0)>'));
  for (let waited = 0; waited < 5000 && !(watch.violations.length && watch.aliens.length); waited += 20)
    await page.waitForTimeout(20);
  return watch.violations.length > 0 && watch.aliens.length > 0;
}

/** A page that the test controls. */
export interface Visit {
  page: Page;
  watch: Watch;
  visited: VisitResult;
  nextPayload: NextPayload;
  address: string;
  expectedTexts?: Record<string, string[]>;
}

async function visitPage(visit: Visit, place: string, mode: ResponseMode, isWhole: boolean) {
  const { page, nextPayload, address } = visit;
  await page.goto(address + fillAddress(place, nextPayload));
  await waitUntilIdle(page);
  if (isWhole && mode === 'unchanged') await exercisePage(visit, place);
  await verify(visit, `${place} ${mode}`);
}

/** Uses the page. Reports every expected text that it doesn't show. */
async function exercisePage({ page, nextPayload, visited, expectedTexts }: Visit, place: string): Promise<void> {
  const wanted = expectedTexts?.[place] ?? [];
  const isDrawn = wanted.length === 0 || (await isLogoDrawn(page));
  const first = await readPageText(page);
  const { seen, unnamed } = await exerciseAll(page, nextPayload, findUnseen(wanted, [first]));
  const hidden = [...findUnseen(wanted, [first, ...seen]), ...unnamed];
  visited.failures.push(...hidden.map((text) => `control: ${place} does not show ${text}`));
  if (!isDrawn) visited.failures.push(`control: ${place} does not show the logo`);
}

async function submitRejected(visit: Visit, one: Submission): Promise<void> {
  const { page, address, visited } = visit;
  const good = { status: 200, success: true, message: '', records: null };
  // Intercepts the call only once, because a page with interception has no cache.
  if (one.isGood) await page.route(one.isGood, (route) => route.fulfill({ json: good }), { times: 1 });
  await page.goto(address + one.path);
  const unread = await submitRepeatedly(page, one, 3);
  if (unread) visited.failures.push(`${one.path} '${one.button}': '${unread}' isn't readable`);
  await verify(visit, `${one.path} '${one.button}' refused`);
}

/** Counts the current page. Reports what ran or was found since the last call. */
export async function verify({ page, watch, visited }: Visit, name: string): Promise<void> {
  if ((await readPageText(page)).includes('q(')) visited.shown++;
  visited.pages++;
  visited.failures.push(
    ...[...watch.ran].map((number) => `${name}: payload ${number} ran`),
    ...new Set(watch.violations.map((one) => `${name}: report of ${one}`)),
    ...new Set(watch.aliens.map((one) => `${name}: ${one}`)),
  );
  watch.forget();
}

/** Adds the session to this context's pages. */
export function addSession(context: BrowserContext, { email, token, refreshToken, trn }: TestApplicant): Promise<void> {
  const session = {
    email,
    token,
    refreshToken,
    trnId: trn,
    urlGeneratedAts: 'open',
    applicationType: 'Property',
    newApp: true,
  };
  return context
    .addInitScript((stored) => localStorage.setItem('rental-session', stored), JSON.stringify(session))
    .then(() => undefined);
}
