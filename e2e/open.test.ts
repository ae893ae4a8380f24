import { type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { enter, makeApplicant } from './support/applicant';
import { expect } from './support/expect';
import { freshCopy } from './support/journey';

const FIELD = 'main :is(input:not([type=hidden]), select, textarea)';

interface Opened {
  html: string;
  /** Paths, in their order, until the page's first field. */
  requests: string[];
}

/** Opens a page, and says what it asked for until its first field. */
async function open(page: Page, path: string, go = () => page.goto(path, { waitUntil: 'commit' })): Promise<Opened> {
  const requests: string[] = [];
  page.on('request', (request) => void requests.push(new URL(request.url()).pathname));
  const document = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await go();
  await page.locator(FIELD).filter({ visible: true }).first().waitFor();
  return { html: await (await document).text(), requests: [...requests] };
}

/** What a page is made of and was fetched without being named in its HTML; widgets and panels that open later come after the first field. */
function unnamed({ html, requests }: Opened): string[] {
  return requests.filter(
    (name) =>
      /^\/assets\/(base|form|end|style|public-sans|[a-z]{2}|\w+Page)-/.test(name) && !html.includes(`"${name}"`),
  );
}

for (const path of ['/', '/login', robin.link])
  test(`${path} has all it needs in its HTML, its definitions included`, async ({ page }) => {
    const opened = await open(page, path);
    expect(unnamed(opened)).toEqual([]);
    expect(opened.requests.filter((name) => /^\/api\/(?!forms\/validators\/|logos?\/)/.test(name))).toEqual([]);
    expect(opened.requests.length).toBeLessThanOrEqual(20);
  });

test('a page before a session asks the server when its HTML brought nothing', async ({ page }) => {
  await page.route('**/login', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('id="page-data"', '') });
  });
  const form = page.waitForResponse('**/api/forms/entry/login');
  await page.goto('/login');
  expect((await form).status()).toBe(200);
  await expect(page.getByLabel(/^Password/)).toBeVisible();
});

test('in Spanish the words are named too, and the form speaks it', async ({ page, context }) => {
  await context.setExtraHTTPHeaders({ 'accept-language': 'es' });
  await context.addCookies([{ name: 'language', value: 'es', url: test.info().project.use.baseURL ?? '' }]);
  const opened = await open(page, '/login');
  expect(unnamed(opened)).toEqual([]);
  expect(opened.html).toContain('<html lang="es">');
  await expect(page.getByLabel(/^Contraseña/)).toBeVisible();
  expect(opened.requests).not.toContain('/api/forms/entry/login');
});

test('each step names its files ahead', async ({ page, request }) => {
  const applicant = await makeApplicant(request, freshCopy(robin, 'open'), 'saved');
  for (const path of [
    '/identification',
    '/identification/applicantDetail',
    '/identification/incomeDetail',
    '/identification/payment',
  ]) {
    const opened = await open(page, path, async () => {
      await enter(page, applicant, path);
      return null;
    });
    expect(unnamed(opened), path).toEqual([]);
  }
});
