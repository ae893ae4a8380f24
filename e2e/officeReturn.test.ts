// cspell:ignore Warde Moya
import { expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { makeApplicant } from './support/applicant';
import { withNewEmail } from './support/journey';
import { inviteToOffice } from './support/officeLogin';
import { findEmail } from './support/operator';

const EMAIL = 'ines@office.example';
const QUERY = 'search=ward&sort=name&order=desc';

test("going back keeps the list's place, and a login opens the requested page", async ({ page }) => {
  test.setTimeout(150_000);
  for (const name of ['Ward', 'Warde', 'Warden']) await submit(page, name);
  // A reader needs no authenticator.
  await page.goto(await inviteToOffice({ email: EMAIL, name: 'Ines Moya', role: 'reader' }));
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto(`/office?${QUERY}`);
  await expectList(page);

  // "All applications" and Back return to the same scroll position, with the focus on the opened application.
  for (const leave of [() => page.getByRole('link', { name: 'All applications' }).click(), () => page.goBack()]) {
    const link = page.getByRole('link', { name: 'Robin Warde', exact: true });
    await link.scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const top = await page.evaluate(() => window.scrollY);
    expect(top).toBeGreaterThan(0);
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Robin Warde' })).toBeVisible();
    await leave();
    await expectList(page);
    await expect(link).toBeFocused();
    expect(Math.abs((await page.evaluate(() => window.scrollY)) - top)).toBeLessThanOrEqual(2);
  }

  // After a session has ended, the login leads back to the requested page, even to a single application.
  const own = await page.getByRole('link', { name: 'Robin Ward', exact: true }).getAttribute('href');
  for (const address of [`/office?${QUERY}`, String(own)]) {
    await page.context().clearCookies();
    await page.goto(address);
    await page.getByLabel('Email address').fill(EMAIL);
    const before = await findEmail(EMAIL, /login link/i);
    await page.getByRole('button', { name: 'Send login link' }).click();
    await expect.poll(async () => (await findEmail(EMAIL, /login link/i)) !== before, { timeout: 20_000 }).toBe(true);
    const [link = ''] = /\/office\/enter#[\w-]+/.exec((await findEmail(EMAIL, /login link/i)) ?? '') ?? [];
    // The link differs from an earlier one only after the #, so opening it directly might not load the page.
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL((url) => `${url.pathname}${url.search}` === address);
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Robin Ward' })).toBeVisible();
});

async function expectList(page: Page): Promise<void> {
  await expect(page).toHaveURL((url) => url.search === `?${QUERY}`);
  await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue('ward');
  await expect(page.locator('tbody th[scope="row"] a')).toHaveText(['Robin Warden', 'Robin Warde', 'Robin Ward']);
}

/** Submits an application under this last name. */
async function submit(page: Page, name: string): Promise<void> {
  const persona = withNewEmail(robin, name.toLowerCase());
  persona.flows.entry.registration['registration-personal'].lname = name;
  persona.flows.application.identification['personal-details'].last_name = name;
  await makeApplicant(page.request, persona);
  await page.context().clearCookies();
}
