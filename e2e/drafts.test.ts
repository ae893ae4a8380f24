import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import sam from '../schemas/personas/sam-ortega.json' with { type: 'json' };
import { findField } from './support/fill';
import { findNextButton } from './support/panels';
import { startProxy } from './support/proxy';
import { readSession } from './support/session';
import { draftSection, openStep, ROUTES, start, startAt } from './support/start';

const personal = { section: 'personal-details' };
const middleOf = (page: Page) => findField({ page, ...personal }, ['middle_name']);
/** Number of times that the page is left or reloaded right after typing. */
const ROUNDS = Number(process.env.ROUNDS ?? 4);
const saved = (page: Page) => page.getByText(/^Saved \d{1,2}:\d\d\s[AP]M$/).first();

/** Opens a page on another device, logged in as the same applicant. */
async function otherDevice(browser: Browser, page: Page): Promise<Page> {
  const session = await page.evaluate(() => localStorage.getItem('rental-session') ?? '');
  const other = await (await browser.newContext()).newPage();
  await other.goto(new URL('/healthz', page.url()).href);
  await other.evaluate((text) => localStorage.setItem('rental-session', text), session);
  return other;
}

/** Returns the encrypted drafts, the local storage and the session storage as text. */
function readBrowserStorage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('rental-drafts', 1);
      request.onupgradeneeded = () => ['keys', 'texts'].map((name) => request.result.createObjectStore(name));
      request.onsuccess = () => resolve(request.result);
    });
    const all = await new Promise<unknown[]>((resolve) => {
      const request = db.transaction('texts').objectStore('texts').getAll();
      request.onsuccess = () => resolve(request.result);
    });
    db.close();
    const sealed = all.map((one) => new TextDecoder('latin1').decode((one as { data: ArrayBuffer }).data));
    return JSON.stringify([sealed, { ...localStorage }, { ...sessionStorage }]);
  });
}

const countStoredDrafts = async (page: Page): Promise<number> => JSON.parse(await readBrowserStorage(page))[0].length;

/** Types while offline, and closes the tab. */
async function typeOffline(page: Page, context: BrowserContext, text: string): Promise<void> {
  await context.setOffline(true);
  await middleOf(page).fill(text);
  await expect(page.getByText('Not saved yet. Trying again…').first()).toBeVisible();
  await expect.poll(() => countStoredDrafts(page)).toBe(1);
  expect(await readBrowserStorage(page)).not.toContain(text);
  await page.close();
  await context.setOffline(false);
}

test('a draft is saved in one request within two seconds of the last key and shows on another device', async ({
  page,
  browser,
}) => {
  await page.clock.install();
  await startAt(page, sam, 'draft', 'identification');
  await middleOf(page).waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  const sent: unknown[] = [];
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postDataJSON().answers.middle_name));
  for (const key of 'Wren') {
    await middleOf(page).press(key);
    await page.clock.runFor(300);
  }
  expect(sent).toEqual([]);
  await page.clock.runFor(2000);
  await expect.poll(() => sent).toEqual(['Wren']);
  await expect(saved(page)).toBeVisible();
  const other = await otherDevice(browser, page);
  await other.goto(ROUTES.identification);
  await expect(middleOf(other)).toHaveValue('Wren');
  await other.context().close();
});

test('offline drafts survive a closed tab, encrypted until the network returns', async ({ page, context }) => {
  await startAt(page, sam, 'offline', 'identification');
  await middleOf(page).fill('Online');
  await expect(saved(page)).toBeVisible();
  await typeOffline(page, context, 'Wrenfield');

  const again = await context.newPage();
  await again.goto(ROUTES.identification);
  await expect(middleOf(again)).toHaveValue('Wrenfield');
  await expect.poll(() => countStoredDrafts(again)).toBe(0);
});

test("an older offline draft doesn't replace a newer one from another device", async ({ page, context, browser }) => {
  await startAt(page, sam, 'older', 'identification');
  await middleOf(page).waitFor();
  const other = await otherDevice(browser, page);
  await typeOffline(page, context, 'Older');
  await other.goto(ROUTES.identification);
  await middleOf(other).fill('Newer');
  await expect(saved(other)).toBeVisible();

  const again = await context.newPage();
  await again.goto(ROUTES.identification);
  const dialog = again.getByRole('dialog', { name: 'These answers were changed somewhere else' });
  await dialog.waitFor();
  await expect(dialog.getByRole('row', { name: /Middle name/ })).toHaveText(/Older.*Newer/);
  await dialog.getByRole('button', { name: 'Keep what I typed' }).click();
  await expect(middleOf(again)).toHaveValue('Older');
  await expect(saved(again)).toBeVisible();
  await expect.poll(() => countStoredDrafts(again)).toBe(0);
  await other.context().close();
});

test('a save of a stale version shows both values', async ({ page, context }) => {
  await start(page, sam, 'tabs');
  for (const [section, answers] of Object.entries(sam.flows.application.identification))
    await draftSection(page, section, answers);
  const second = await context.newPage();
  for (const tab of [page, second]) {
    await tab.goto(`${ROUTES.identification}#personal-details`);
    await middleOf(tab).waitFor();
  }
  await middleOf(second).fill('Second');
  await expect(saved(second)).toBeVisible();
  await findNextButton(second).click();
  await second.waitForURL(`**${ROUTES['applicant-details']}`);
  await findNextButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'This step was changed somewhere else' });
  await expect(dialog.getByRole('row', { name: /Middle name/ })).toHaveText(/Not answered.*Second/);
  await dialog.getByRole('button', { name: 'Load what was saved' }).click();
  await expect(middleOf(page)).toHaveValue('Second');
  await findNextButton(page).click();
  await page.waitForURL(`**${ROUTES['applicant-details']}`);
});

test('answers typed after the session ended are kept until the next login', async ({ page }) => {
  const { password } = (await startAt(page, sam, 'ended', 'identification')).flows.entry.login.login;
  await middleOf(page).waitFor();
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('rental-session') ?? '{}');
    const ended = JSON.stringify({ ...session, token: `${session.token}x`, refreshToken: 'gone' });
    localStorage.setItem('rental-session', ended);
    // Another tab would send this event.
    window.dispatchEvent(new StorageEvent('storage', { key: 'rental-session' }));
  });
  await middleOf(page).fill('Luz');
  const dialog = page.getByRole('alertdialog', { name: 'Enter your password to continue' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(middleOf(page)).toHaveValue('Luz');
});

test("logging out reports drafts that can't be sent, and deletes them after a confirmation", async ({ page }) => {
  await startAt(page, sam, 'leave', 'identification');
  await page.route('**/api/drafts/**', (route) =>
    route.request().method() === 'PUT' ? route.abort('connectionfailed') : route.continue(),
  );
  await middleOf(page).fill('Luz');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  const dialog = page.getByRole('alertdialog', { name: "We couldn't save some of what you typed" });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(middleOf(page)).toHaveValue('Luz');
  await expect.poll(() => countStoredDrafts(page)).toBe(1);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await dialog.getByRole('button', { name: 'Leave and delete it' }).click();
  await expect(page).toHaveURL(/\/login$/);
  // A logout's response clears the storage, and reading it meanwhile may never end in Chromium.
  await expect(async () => expect(await Promise.race([countStoredDrafts(page), wait(2_000)])).toBe(0)).toPass();
});

test('the last letters typed survive a language change, a reload, and leaving and returning', async ({
  browser,
  baseURL,
}) => {
  const network = await startProxy(baseURL ?? '', {
    request: ({ method, url }) => (method === 'PUT' && url?.startsWith('/api/drafts/') ? wait(700) : undefined),
  });
  const page = await (await browser.newContext({ baseURL: network.origin })).newPage();
  const conflicts: string[] = [];
  page.on('response', (answer) => answer.status() === 409 && conflicts.push(answer.url()));
  await startAt(page, sam, 'again', 'identification');
  const readAgain = [
    () => page.getByRole('button', { name: /^(Español|English)$/ }).click(),
    () => page.reload(),
    async () => {
      await page.goto('/atss/data-policy');
      await page.goBack();
    },
    async () => {
      await page.getByRole('button', { name: /^Men/ }).click();
      await page.getByRole('link', { name: /account|cuenta/ }).click();
      await page.goBack();
    },
  ];
  await middleOf(page).fill('Wren');
  for (let round = 0; round < ROUNDS; round++) {
    await readAgain[round % readAgain.length]?.();
    await expect(middleOf(page)).toHaveValue(`Wren${'x'.repeat(round)}`);
    await middleOf(page).press('End');
    await middleOf(page).press('x');
  }
  await expect(page.locator('[data-state=saved]')).toBeVisible();
  expect(conflicts).toEqual([]);
  await page.context().close();
  network.close();
});

test('a Social Security number never appears unmasked in a URL, response, console message or browser storage', async ({
  page,
  context,
}) => {
  const ssn = sam.flows.application.identification.ssn.SSNNumber;
  const statuses: string[] = [];
  page.on('request', (request) => statuses.push(request.url()));
  page.on('console', (message) => statuses.push(message.text()));
  page.on('response', async (answer) => {
    if (answer.url().includes('/api/')) statuses.push(await answer.text().catch(() => ''));
  });
  await startAt(page, sam, 'ssn', 'identification');
  for (const [section, answers] of Object.entries(sam.flows.application.identification))
    if (section !== 'ssn') await draftSection(page, section, answers);
  await openStep(page, 'identification');
  const field = findField({ page, section: 'ssn' }, ['SSNNumber']);
  await field.pressSequentially(ssn.replaceAll('-', ''));
  await field.blur();
  await expect(saved(page)).toBeVisible();
  await context.setOffline(true);
  await findField({ page, section: 'ssn' }, ['isUS_citizen']).getByRole('radio', { name: 'Yes' }).click();
  await expect.poll(() => countStoredDrafts(page)).toBe(1);
  statuses.push(await readBrowserStorage(page));
  await context.setOffline(false);
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(page.getByText('***-**-1120').or(page.locator('[value="***-**-1120"]')).first()).toBeVisible();
  const { trnId, headers } = await readSession(page);
  statuses.push(await (await page.request.get(`/api/drafts/${trnId}/ssn`, { headers })).text());
  expect(statuses.length).toBeGreaterThan(10);
  const found = statuses.filter((text) => text.includes(ssn) || text.includes(ssn.replaceAll('-', '')));
  expect(found).toEqual([]);
});

test('at 360 px only a section with answers says "Saved"', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await startAt(page, sam, 'mark', 'identification');
  await middleOf(page).fill('Lee');
  const mark = (section: string) => page.locator(`#${section}-toggle`).getByText('Saved', { exact: true });
  await expect(mark('personal-details')).toBeVisible();
  await findField({ page, ...personal }, ['DOB']).fill('01/20/1958');
  await findNextButton(page).click();
  const proof = page.getByRole('radio', { name: 'No', exact: true }).locator('visible=true').first();
  await expect(proof).toBeVisible();
  await expect(mark('poi')).toBeHidden();
  await proof.check();
  await expect(mark('poi')).toBeVisible();
});
