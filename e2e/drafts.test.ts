import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import sam from '../schemas/personas/sam-ortega.json' with { type: 'json' };
import { fieldOf } from './support/fill';
import { nextOf } from './support/panels';
import { sessionOf } from './support/session';
import { draftSection, openStep, ROUTES, start, startAt } from './support/start';

const personal = { section: 'personal-details' };
const middleOf = (page: Page) => fieldOf({ page, ...personal }, ['middle_name']);
const saved = (page: Page) => page.getByText(/^Saved \d\d:\d\d$/).first();

/** Another device, signed in as the same applicant. */
async function otherDevice(browser: Browser, page: Page): Promise<Page> {
  const session = await page.evaluate(() => localStorage.getItem('rental-session') ?? '');
  const other = await (await browser.newContext()).newPage();
  await other.goto(new URL('/healthz', page.url()).href);
  await other.evaluate((text) => localStorage.setItem('rental-session', text), session);
  return other;
}

/** Everything this browser keeps between visits, the sealed drafts included, as text. */
function keptInBrowser(page: Page): Promise<string> {
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

const countKept = async (page: Page): Promise<number> => JSON.parse(await keptInBrowser(page))[0].length;

/** Types while the network is lost, and closes the tab. */
async function typeOffline(page: Page, context: BrowserContext, text: string): Promise<void> {
  await context.setOffline(true);
  await middleOf(page).fill(text);
  await expect(page.getByText('Not saved, retrying').first()).toBeVisible();
  await expect.poll(() => countKept(page)).toBe(1);
  expect(await keptInBrowser(page)).not.toContain(text);
  await page.close();
  await context.setOffline(false);
}

test('what is typed is on the server two seconds after the last key, in one request, and on another device', async ({
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

test('what is typed while the network is lost survives the closed tab, sealed until it is back', async ({
  page,
  context,
}) => {
  await startAt(page, sam, 'offline', 'identification');
  await middleOf(page).fill('Online');
  await expect(saved(page)).toBeVisible();
  await typeOffline(page, context, 'Wrenfield');

  const again = await context.newPage();
  await again.goto(ROUTES.identification);
  await expect(middleOf(again)).toHaveValue('Wrenfield');
  await expect.poll(() => countKept(again)).toBe(0);
});

test('an older text of a lost network does not win over a newer one of another device: both are shown', async ({
  page,
  context,
  browser,
}) => {
  await startAt(page, sam, 'older', 'identification');
  await middleOf(page).waitFor();
  const other = await otherDevice(browser, page);
  await typeOffline(page, context, 'Older');
  await other.goto(ROUTES.identification);
  await middleOf(other).fill('Newer');
  await expect(saved(other)).toBeVisible();

  const again = await context.newPage();
  await again.goto(ROUTES.identification);
  const dialog = again.getByRole('dialog', { name: 'These answers were changed elsewhere' });
  await dialog.waitFor();
  await expect(dialog.getByRole('row', { name: /Middle name/ })).toHaveText(/Older.*Newer/);
  await dialog.getByRole('button', { name: 'Keep what I typed' }).click();
  await expect(middleOf(again)).toHaveValue('Older');
  await expect(saved(again)).toBeVisible();
  await expect.poll(() => countKept(again)).toBe(0);
  await other.context().close();
});

test('the later save of a stale version is told so and shown both values', async ({ page, context }) => {
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
  await nextOf(second).click();
  await second.waitForURL(`**${ROUTES['applicant-details']}`);
  await nextOf(page).click();
  const dialog = page.getByRole('dialog', { name: 'This step was changed elsewhere' });
  await expect(dialog.getByRole('row', { name: /Middle name/ })).toHaveText(/No answer.*Second/);
  await dialog.getByRole('button', { name: 'Load what was saved' }).click();
  await expect(middleOf(page)).toHaveValue('Second');
  await nextOf(page).click();
  await page.waitForURL(`**${ROUTES['applicant-details']}`);
});

test('what is typed after the session has ended is kept until the password brings it back', async ({ page }) => {
  const { password } = (await startAt(page, sam, 'ended', 'identification')).flows.entry.login.login;
  await middleOf(page).waitFor();
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('rental-session') ?? '{}');
    const ended = JSON.stringify({ ...session, token: `${session.token}x`, refreshToken: 'gone' });
    localStorage.setItem('rental-session', ended);
    // Another tab would tell of it by this event.
    window.dispatchEvent(new StorageEvent('storage', { key: 'rental-session' }));
  });
  await middleOf(page).fill('Luz');
  const dialog = page.getByRole('alertdialog', { name: 'Please enter your password to go on' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(middleOf(page)).toHaveValue('Luz');
});

test('logging out sends what was typed; what cannot be sent is spoken of and then deleted from the browser', async ({
  page,
}) => {
  await startAt(page, sam, 'leave', 'identification');
  await page.route('**/api/drafts/**', (route) =>
    route.request().method() === 'PUT' ? route.abort('connectionfailed') : route.continue(),
  );
  await middleOf(page).fill('Luz');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Some of what you typed could not be saved' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(middleOf(page)).toHaveValue('Luz');
  await expect.poll(() => countKept(page)).toBe(1);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await dialog.getByRole('button', { name: 'Log out and delete it' }).click();
  await expect(page).toHaveURL(/\/login$/);
  // The answer to a log-out empties the storage while it is read, and Chromium may then never end the reading.
  await expect(async () => expect(await Promise.race([countKept(page), wait(2_000)])).toBe(0)).toPass();
});

test('a Social Security Number is in no address, no answer, no log and nowhere in the browser in the clear', async ({
  page,
  context,
}) => {
  const ssn = sam.flows.application.identification.ssn.SSNNumber;
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.url()));
  page.on('console', (message) => seen.push(message.text()));
  page.on('response', async (answer) => {
    if (answer.url().includes('/api/')) seen.push(await answer.text().catch(() => ''));
  });
  await startAt(page, sam, 'ssn', 'identification');
  for (const [section, answers] of Object.entries(sam.flows.application.identification))
    if (section !== 'ssn') await draftSection(page, section, answers);
  await openStep(page, 'identification');
  const field = fieldOf({ page, section: 'ssn' }, ['SSNNumber']);
  await field.pressSequentially(ssn.replaceAll('-', ''));
  await field.blur();
  await expect(saved(page)).toBeVisible();
  await context.setOffline(true);
  await fieldOf({ page, section: 'ssn' }, ['isUS_citizen']).getByRole('radio', { name: 'Yes' }).click();
  await expect.poll(() => countKept(page)).toBe(1);
  seen.push(await keptInBrowser(page));
  await context.setOffline(false);
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(page.getByText('***-**-1120').or(page.locator('[value="***-**-1120"]')).first()).toBeVisible();
  const { trnId, headers } = await sessionOf(page);
  seen.push(await (await page.request.get(`/api/drafts/${trnId}/ssn`, { headers })).text());
  expect(seen.length).toBeGreaterThan(10);
  const found = seen.filter((text) => text.includes(ssn) || text.includes(ssn.replaceAll('-', '')));
  expect(found).toEqual([]);
});
