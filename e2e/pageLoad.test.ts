import { type Page, type Request, test } from '@playwright/test';
import application from '../schemas/flows/application.json' with { type: 'json' };
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { makeApplicant, openAsApplicant } from './support/applicant';
import { expect } from './support/expect';
import { withNewEmail } from './support/journey';

const FIELD = 'main :is(input:not([type=hidden]), select, textarea)';
const REVIEW = 'main .rp-next button';

/** Maximum requests until the first field (docs/decisions/015). */
const MAX_REQUESTS = 20;

interface Opened {
  html: string;
  /** Paths requested until the first field, in order. */
  requests: string[];
  /** Requests to the API, without the landlord's logo and the operator's translation widget. */
  calls: string[];
}

interface PageCase {
  go?(): Promise<unknown>;
  /** First usable element of pages without fields. */
  wanted?: string;
}

/** Opens a page and returns its requests until the first field. */
async function open(page: Page, path: string, { go, wanted = FIELD }: PageCase = {}): Promise<Opened> {
  const requests: string[] = [];
  const calls: string[] = [];
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    requests.push(pathname);
    const isOurs = request.resourceType() !== 'image' && pathname !== '/api/translate-widget.js';
    if (pathname.startsWith('/api/') && isOurs) calls.push(pathname);
  };
  page.on('request', note);
  const document = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await (go ? go() : page.goto(path, { waitUntil: 'commit' }));
  await page.locator(wanted).filter({ visible: true }).first().waitFor();
  page.off('request', note);
  return { html: await (await document).text(), requests, calls };
}

/**
 * Returns the page's own files that were loaded without being listed in the HTML. Files of most widgets aren't checked,
 * because they load after the first field.
 */
function unnamed({ html, requests }: Opened): string[] {
  return requests.filter(
    (name) =>
      /^\/assets\/(first|base|form|end|style|public-sans|Upload|[a-z]{2}|\w+Page)-/.test(name) &&
      !html.includes(`"${name}"`),
  );
}

for (const path of ['/', '/login', robin.link])
  test(`${path} has all its data in the HTML`, async ({ page }) => {
    const opened = await open(page, path);
    expect(unnamed(opened)).toEqual([]);
    expect(opened.calls).toEqual([expect.stringMatching('^/api/forms/validators/[0-9a-f]{40}.js$')]);
    expect(opened.requests.length).toBeLessThanOrEqual(MAX_REQUESTS);
  });

test('a page without a session requests its data if its HTML has none', async ({ page }) => {
  await page.route('**/login', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('id="page-data"', '') });
  });
  const form = page.waitForResponse('**/api/forms/entry/login');
  await page.goto('/login');
  expect((await form).status()).toBe(200);
  await expect(page.getByLabel(/^Password/)).toBeVisible();
});

test('the Spanish page preloads its translations and shows a Spanish form', async ({ page, context }) => {
  await context.setExtraHTTPHeaders({ 'accept-language': 'es' });
  await context.addCookies([{ name: 'language', value: 'es', url: test.info().project.use.baseURL ?? '' }]);
  const opened = await open(page, '/login');
  expect(unnamed(opened)).toEqual([]);
  expect(opened.html).toContain('<html lang="es">');
  await expect(page.getByLabel(/^Contraseña/)).toBeVisible();
  expect(opened.requests).not.toContain('/api/forms/entry/login');
});

test('each step preloads its files, and loads with one call and the rules of what it shows', async ({
  page,
  request,
}) => {
  const applicant = await makeApplicant(request, withNewEmail(robin, 'open'), 'saved');
  for (const { id, route } of application.steps) {
    const isReview = id === 'payment';
    const go = () => openAsApplicant(page, applicant, route);
    const opened = await open(page, route, { go, wanted: isReview ? REVIEW : FIELD });
    expect(unnamed(opened), route).toEqual([]);
    const wanted = isReview ? application.steps.map((step) => step.id) : [id];
    expect(opened.calls, route).toEqual([
      `/api/open/application/${id}`,
      ...wanted.map((step) => `/api/forms/rules/${applicant.session.trnId}/${step}`),
    ]);
    expect(opened.requests.length, route).toBeLessThanOrEqual(MAX_REQUESTS);
  }
});

test('a step opens if its rules never arrive, and can be tried again if a section has none either', async ({
  page,
  request,
}) => {
  const applicant = await makeApplicant(request, withNewEmail(robin, 'stalled'), 'saved');
  const path = '/identification';
  const field = page.locator(FIELD).filter({ visible: true }).first();
  await page.route('**/api/forms/rules/**', () => undefined);
  await openAsApplicant(page, applicant, path);
  await field.waitFor();
  await page.route('**/api/forms/validators/**', (route) => route.abort());
  await page.goto(path);
  const problem = page.getByRole('alert').filter({ hasText: "We couldn't reach the server." });
  await expect(problem).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/api/forms/validators/**');
  await problem.getByRole('button', { name: 'Try again' }).click();
  await field.waitFor();
});
