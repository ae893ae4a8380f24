import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { fillSection } from './support/fill';
import { ROUTES, start } from './support/start';

const lastName = '[id="personal-details_last_name"]';
const password = robin.flows.entry.login.login.password;

/** One applicant for the whole file, and a new one after a failure. */
let context: BrowserContext;
let page: Page;
// Runs the tests in order, because they share a page.
test.describe.configure({ mode: 'default' });
test.beforeAll(async ({ browser }) => {
  context = await browser.newContext();
  page = await context.newPage();
  await start(page, robin, 'session');
});
test.afterAll(() => context.close());

test('a stale token is refreshed once for all waiting calls, which are repeated', async () => {
  const refreshes = countCalls(page, '/users/refreshToken');
  await makeStale(page);
  await page.goto('/identification');
  await expect(page.locator(lastName)).toBeVisible();
  expect(refreshes()).toBe(1);
});

test('two tabs that refresh at once both continue', async () => {
  const other = await context.newPage();
  await makeStale(page);
  await Promise.all([page.goto('/identification'), other.goto('/identification')]);
  for (const tab of [page, other]) await expect(tab.locator(lastName)).toBeVisible();
  await other.reload();
  await expect(other.locator(lastName)).toBeVisible();
  await other.close();
});

test('after the session ends, the page asks for the password and continues at the same field', async () => {
  await page.locator(lastName).fill('Hale-Ortega');
  await endOnServer(page);
  await page.locator(lastName).press('End');
  await page.keyboard.type('x');
  const dialog = page.getByRole('alertdialog', { name: 'Enter your password to continue' });
  await expect(dialog).toBeVisible({ timeout: 15_000 });
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Enter your password', { exact: true })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Password' }).fill('wrong');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Invalid Credentials.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator(lastName)).toBeFocused();
  await expect(page.locator(lastName)).toHaveValue('Hale-Ortegax');
  await expect(page.getByText(/^Saved \d/).first()).toBeVisible();
});

test('a warning two minutes before the session ends offers to stay logged in', async () => {
  const calls = /\/api\/(open|users|forms|applicant)\//;
  await page.route(calls, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'session-seconds': '121' } });
  });
  await page.goto('/view');
  const warning = page.getByRole('alertdialog', { name: 'Are you still there?' });
  await expect(warning).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.unroute(calls);
  await warning.getByRole('button', { name: 'Stay logged in' }).click();
  await expect(warning).toBeHidden();
});

test('a slow session check shows a notice until the page opens', async () => {
  // The response waits until the text has been seen, so a slow page passes too.
  let answer: () => void = () => undefined;
  const isSeen = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/open/**', async (route) => {
    await isSeen;
    await route.continue().catch(() => undefined);
  });
  await page.goto('/identification');
  await expect(page.getByText('This is taking longer than usual.')).toBeVisible();
  answer();
  await expect(page.locator(lastName)).toBeVisible();
  await page.unroute('**/api/open/**');
});

test('the page switches to Spanish and is still in Spanish after a reload', async () => {
  await page.goto('/identification');
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Datos de identificación' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByText('Fecha de nacimiento').first()).toBeVisible();
  await expect(page.locator(lastName)).toHaveValue(/^Hale/);
  await page.locator(lastName).fill('H');
  await page.locator(lastName).blur();
  await page.getByRole('button', { name: 'Siguiente', exact: true }).click();
  await expect(page.getByText('Hay un problema').first()).toBeVisible();
  await expect(page.locator('[id="personal-details_last_name__error"]')).toHaveText(
    /se necesitan al menos 2 caracteres/,
  );
  expect(await axeFindings(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'English' })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Identification Details' })).toBeVisible();
});

test('a step keeps working when a page translator has replaced its text', async () => {
  test.setTimeout(60_000);
  await page.goto('/identification');
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.getByRole('button', { name: 'Translate', exact: true }).click();
  await expect(page.locator('main font').first()).toBeVisible();
  await expect(page.getByRole('banner').locator('[translate=no] font')).toHaveCount(0);
  const alias = page.locator('[id="personal-details_alias_status"]');
  await page.locator(lastName).fill('H');
  await page.locator(lastName).blur();
  await page.locator('.rp-next [data-variant=primary]').click();
  await expect(page.locator('.rp-error').first()).toBeVisible();
  await page.locator(lastName).fill('Hale');
  await alias.locator('input[value=Yes]').check();
  await expect(page.locator('[id^="personal-details_Alias_0"]').first()).toBeVisible();
  for (const anchor of ['address', 'ssn', 'personal-details'])
    await page.locator(`.rp-steps__anchors a[href$="#${anchor}"]`).click();
  await page.locator('.rp-steps__trigger').nth(2).click();
  await expect(page.getByText("Sorry, there's a problem with this page")).toHaveCount(0);
  await expect(page.locator(lastName)).toHaveValue('Hale');
  expect(problems).toEqual([]);
});

test('a 406 response logs the applicant out and says why', async () => {
  await page.route('**/api/open/**', (route) =>
    route.fulfill({ status: 406, json: { status: 406, success: false, code: 'revoked', message: '<b>gone</b>' } }),
  );
  await page.goto('/identification');
  await expect(page).toHaveURL(/\/unauthorizedAccess\?reason=revoked$/);
  await expect(page.getByText('This link was canceled.')).toBeVisible();
  expect(await stored(page)).toMatchObject({ token: '', refreshToken: '', email: '' });
  await page.unroute('**/api/open/**');
  await page.goto('/identification');
  await expect(page).toHaveURL(/\/login$/);
});

test('someone who logs in before the logout’s response arrives stays logged in', async ({ page: hasty }) => {
  const persona = await start(hasty, robin, 'hasty');
  await hasty.goto(ROUTES.identification);
  // The logout's response clears the storage. Here, it arrives after the login button is pressed.
  let answer: () => void = () => undefined;
  const isPressed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await hasty.route('**/api/users/logout', async (route) => {
    await isPressed;
    await route.continue();
  });
  const answered = hasty.waitForResponse('**/api/users/logout');
  await hasty.getByRole('button', { name: 'Menu' }).click();
  await hasty.getByRole('button', { name: 'Logout' }).click();
  await expect(hasty).toHaveURL(/\/login$/);
  await fillSection({ page: hasty, section: 'login', folder: '' }, persona.flows.entry.login?.login);
  await hasty.getByRole('button', { name: 'Log in' }).click();
  answer();
  await answered;
  await expect(hasty).toHaveURL(/\/identification$/);
  await hasty.reload();
  await expect(hasty.locator(lastName)).toBeVisible();
});

interface Stored {
  email: string;
  token: string;
  trnId: string;
}

function stored(tab: Page): Promise<Stored> {
  return tab.evaluate(() =>
    JSON.parse(localStorage.getItem('rental-session') ?? '{"token":"","refreshToken":"","trnId":"","email":""}'),
  );
}

/** Replaces every tab's access token with one that the server refuses. */
async function makeStale(tab: Page): Promise<void> {
  await tab.goto('/atss/data-policy');
  await tab.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('rental-session') ?? '{}');
    localStorage.setItem('rental-session', JSON.stringify({ ...session, token: 'stale' }));
  });
}

async function endOnServer(tab: Page): Promise<void> {
  const { email, token, trnId } = await stored(tab);
  const headers = { email, authorization: token, trn_id: trnId };
  expect((await tab.request.post('/api/users/logout', { headers })).ok()).toBe(true);
}

function countCalls(tab: Page, path: string): () => number {
  let count = 0;
  tab.on('request', (request) => {
    if (request.url().endsWith(path)) count += 1;
  });
  return () => count;
}
