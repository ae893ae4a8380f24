import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { TestApplicant } from '../../support/serverApplicants';
import { openContext } from '../support/withBrowser';
import { isLogoDrawn, logoFaults } from './logo';
import { ACTS, type Act, act } from './messages';
import { fillAddress, PAGES, settle, stir, type Who } from './pages';
import type { Deal } from './plant';
import { startProxy } from './proxy';
import { type ToRead, textOf, unread } from './toRead';
import { type Watch, watchContext } from './watch';
import type { Weather } from './weather';

export interface Cast {
  address: string;
  people: Record<Exclude<Who, 'nobody'>, TestApplicant>;
  deal: Deal;
  toRead: ToRead;
}

/** Result of visiting pages as one kind of user. */
export interface Visited {
  pages: number;
  failures: string[];
  /** Number of pages that showed a payload as text. */
  shown: number;
}

/** How a round works. */
export interface Manner {
  /**
   * True if the policy blocks what it finds. Otherwise it only reports, so scripts that would run do run, and are
   * reported as well.
   */
  isEnforced: boolean;
  /** With every kind of response, and everything typed and clicked. Otherwise the pages are only read. */
  isWhole: boolean;
}

/** Visits every page that `who` may see. */
export async function visitAs(browser: Browser, who: Who, cast: Cast, manner: Manner): Promise<Visited> {
  const { isEnforced, isWhole } = manner;
  const visited: Visited = { pages: 0, failures: [], shown: 0 };
  const proxy = await startProxy(cast.address, cast.deal, isEnforced);
  const context = await openContext(browser, { reducedMotion: 'reduce' });
  const watch = await watchContext(context);
  if (who !== 'nobody') await carrySession(context, cast.people[who]);
  const visiting = {
    page: await context.newPage(),
    watch,
    visited,
    deal: cast.deal,
    address: proxy.address,
    toRead: cast.toRead[who],
  };
  // Runs first, while the forms are still filled in.
  for (const one of isWhole ? ACTS.filter((other) => other.who === who) : []) {
    proxy.setWeather('writes refused');
    await refuseAct(visiting, one);
  }
  for (const weather of isWhole ? WEATHERS : WEATHERS.slice(0, 1)) {
    proxy.setWeather(weather);
    // Payloads in the address occur with every kind of response.
    const places = PAGES[who].filter((place) => weather === 'as it is' || !place.includes('$'));
    for (const place of places) await visit(visiting, place, weather, isWhole);
  }
  if (!(await isHeard(visiting))) visited.failures.push(`control: on the pages of ${who} a handler isn't detected`);
  if (who === 'nobody') visited.failures.push(...(await logoFaults(visiting.page, watch, proxy.address)));
  await context.close();
  proxy.close();
  return visited;
}

const WEATHERS = ['as it is', 'hostile answers', 'reads refused'] as const;

/** Adds an inline event handler to a page. Returns whether the policy and the element check both report it. */
export async function isHeard({ page, watch }: Visiting): Promise<boolean> {
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=q(0)>'));
  for (let waited = 0; waited < 5000 && !(watch.violations.length && watch.aliens.length); waited += 20)
    await page.waitForTimeout(20);
  return watch.violations.length > 0 && watch.aliens.length > 0;
}

/** A page that the test controls. */
export interface Visiting {
  page: Page;
  watch: Watch;
  visited: Visited;
  deal: Deal;
  address: string;
  toRead?: Record<string, string[]>;
}

async function visit(visiting: Visiting, place: string, weather: Weather, isWhole: boolean) {
  const { page, deal, address } = visiting;
  await page.goto(address + fillAddress(place, deal));
  await settle(page);
  if (isWhole && weather === 'as it is') await look(visiting, place);
  await verify(visiting, `${place} ${weather}`);
}

/** Uses the page. What isn't shown on it is a failure. */
async function look({ page, deal, visited, toRead }: Visiting, place: string): Promise<void> {
  const wanted = toRead?.[place] ?? [];
  const isDrawn = wanted.length === 0 || (await isLogoDrawn(page));
  const first = await textOf(page);
  const { seen, unnamed } = await stir(page, deal, unread(wanted, [first]));
  const hidden = [...unread(wanted, [first, ...seen]), ...unnamed];
  visited.failures.push(...hidden.map((text) => `control: ${place} does not show ${text}`));
  if (!isDrawn) visited.failures.push(`control: ${place} does not show the logo`);
}

async function refuseAct(visiting: Visiting, one: Act): Promise<void> {
  const { page, address, visited } = visiting;
  const good = { status: 200, success: true, message: '', records: null };
  // Once, since a routed page has no cache.
  if (one.isGood) await page.route(one.isGood, (route) => route.fulfill({ json: good }), { times: 1 });
  await page.goto(address + one.path);
  const unread = await act(page, one, 3);
  if (unread) visited.failures.push(`${one.path} '${one.button}': '${unread}' isn't readable`);
  await verify(visiting, `${one.path} '${one.button}' refused`);
}

/** Counts the current page, and what ran on it since the last one. */
export async function verify({ page, watch, visited }: Visiting, name: string): Promise<void> {
  if ((await textOf(page)).includes('q(')) visited.shown++;
  visited.pages++;
  visited.failures.push(
    ...[...watch.ran].map((number) => `${name}: payload ${number} ran`),
    ...new Set(watch.violations.map((one) => `${name}: report of ${one}`)),
    ...new Set(watch.aliens.map((one) => `${name}: ${one}`)),
  );
  watch.forget();
}

/** Adds the session to this context's pages. */
export function carrySession(
  context: BrowserContext,
  { email, token, refreshToken, trn }: TestApplicant,
): Promise<void> {
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
