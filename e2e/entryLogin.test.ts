import { expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { fillSection } from './support/fill';
import { logIn, withNewEmail } from './support/journey';
import { findEmail, runPortalCommand } from './support/operator';
import { overrideRecords } from './support/session';
import { ROUTES, start } from './support/start';

const emailOf = (persona: typeof robin) => persona.flows.entry.registration['registration-personal'].email;

test('the login has a title and links, and requires both fields', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Log in – Rental application');
  await page.getByRole('button', { name: 'Log in' }).click();
  for (const field of ['email', 'password'])
    await expect(page.locator(`[id="login_${field}__error"]`)).toHaveText(/Required/);
  expect(await axeFindings(page)).toEqual([]);
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText(/^Version \d/)).toBeVisible();
  for (const [name, address] of [
    ['Data Policy', '/atss/data-policy'],
    ['Terms of Use', '/atss/terms-of-use'],
  ] as const) {
    await footer.getByRole('link', { name }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(`${name} – Rental application`);
    await page.goBack();
  }
});

test("a failed login shows the server's message, else 'Invalid Credentials.'", async ({ page }) => {
  await page.goto('/login');
  await fillSection({ page, section: 'login', folder: '' }, { email: 'nobody@example.com', password: 'wrong' });
  const send = page.getByRole('button', { name: 'Log in' });
  await send.click();
  await expect(page.getByText('Invalid Credentials.')).toBeVisible();
  await page.route('**/api/users/login', (route) =>
    route.fulfill({ status: 401, json: { status: 401, success: false, message: 'This account is closed.' } }),
  );
  await send.click();
  await expect(page.getByText('This account is closed.')).toBeVisible();
});

test('a forgotten password is reset by a single-use link, with the same response for every address', async ({
  page,
}) => {
  const persona = await start(page, robin, 'forgot');
  const email = emailOf(persona);
  await page.goto(ROUTES.identification);
  await signOff(page);
  await expectForgotten(page, 'nobody-at-all@example.com');
  await expectForgotten(page, email);
  await expect.poll(() => findEmail(email), { timeout: 20_000 }).toContain('/reset-password/');
  const token = /\/reset-password\/([\w-]+)/.exec((await findEmail(email)) ?? '')?.[1] ?? '';
  expect(token.length).toBeGreaterThan(40);

  await page.goto(`/reset-password/${token}`);
  const section = { page, section: 'reset-password', folder: '' };
  const send = page.getByRole('button', { name: 'Change Password' });
  await send.click();
  for (const field of ['password', 'reEnterPassword'])
    await expect(page.locator(`[id="reset-password_${field}__error"]`)).toHaveText(/Required/);
  await fillSection(section, { password: 'harborview', reEnterPassword: 'other' });
  await send.click();
  const rule = 'Use 8 or more characters with a mix of letters, numbers & symbols';
  await expect(page.locator('[id="reset-password_password__error"]')).toHaveText(new RegExp(rule));
  await expect(page.locator('[id="reset-password_reEnterPassword__error"]')).toHaveText(/password must match/);
  await fillSection(section, { password: 'Other!Harbor77', reEnterPassword: 'Other!Harbor77' });
  await send.click();
  await expect(page).toHaveURL(/\/login$/);

  await logIn(page, persona);
  await expect(page.getByText('Invalid Credentials.')).toBeVisible();
  await fillSection({ page, section: 'login', folder: '' }, { email, password: 'Other!Harbor77' });
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/identification$/);

  await page.evaluate(() => localStorage.clear());
  await page.goto(`/reset-password/${token}`);
  await expect(page.getByText(/This link has expired or was already used/)).toBeVisible();
  await expect(page.locator('[id="reset-password_password"]')).toHaveCount(0);
});

test("the forgot and reset forms show the server's refusals", async ({ page }) => {
  const refusal = { status: 500, json: { status: 500, success: false, message: 'The mail is down.' } };
  await page.route('**/api/users/forgotPassword', (route) => route.fulfill(refusal));
  await openForgotPassword(page);
  const dialog = page.getByRole('dialog', { name: 'Forgot Password?' });
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(dialog.getByText('Required', { exact: false }).first()).toBeVisible();
  await dialog.getByLabel('Email').fill('robin.hale');
  await dialog.getByLabel('Email').blur();
  await expect(dialog.locator('[id="forgot-password_email__error"]')).toHaveText(/Invalid email format/);
  await dialog.getByLabel('Email').fill('robin@example.com');
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(dialog.getByText('The mail is down.')).toBeVisible();

  await page.route('**/api/users/resetPassword', (route) => route.fulfill({ ...refusal, status: 400 }));
  const open = { status: 200, json: { status: 200, success: true, message: '', records: null } };
  await page.route('**/api/users/resetlink', (route) => route.fulfill(open));
  await page.goto('/reset-password/x');
  const section = { page, section: 'reset-password', folder: '' };
  await fillSection(section, { password: 'Other!Harbor77', reEnterPassword: 'Other!Harbor77' });
  const send = page.getByRole('button', { name: 'Change Password' });
  await send.click();
  await expect(page.getByText('The mail is down.')).toBeVisible();
  await page.unroute('**/api/users/resetPassword');
  await page.route('**/api/users/resetPassword', (route) => route.abort());
  await send.click();
  await expect(page.getByText("We couldn't reach the server.")).toBeVisible();
});

test('a used login link opens the login page and says why', async ({ page }) => {
  await page.goto('/login?trn_id=x&url=open&token=used');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(/^We couldn't log you in\. The link may have expired/)).toBeVisible();
});

test("an operator's login link works once, and asks before logging someone else out", async ({ page }) => {
  const first = await start(page, robin, 'first');
  const second = await start(page, robin, 'second');
  const link = await loginLink(emailOf(first));
  await page.goto(link);
  const question = page.getByRole('alertdialog', { name: 'Another application is open' });
  await expect(question).toContainText(emailOf(second));
  expect(await axeFindings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Stay logged in' }).click();
  await expect(page).toHaveURL('/identification');
  await overrideRecords(page, 'applicationdetail', { accept_terms_and_condition_status: false });
  await page.goto(link);
  await question.getByRole('button', { name: 'Log out and continue' }).click();
  await expect(page).toHaveURL('/instruction');
  const session = await page.evaluate(() => JSON.parse(localStorage.getItem('rental-session') ?? '{}'));
  expect(session).toMatchObject({ email: emailOf(first), urlGeneratedAts: 'open', applicationType: 'Property' });
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(page.getByText(/^We couldn't log you in\. The link may have expired/)).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('the terms are read-only, and accepting them succeeds or shows an error', async ({ page }, info) => {
  const persona = withNewEmail(robin, 'terms');
  await page.route('**/api/users/updateTandC', (route) =>
    route.fulfill({
      status: 200,
      json: { status: 200, success: false, message: "The terms changed, and you haven't been charged.", records: null },
    }),
  );
  await page.goto(persona.link);
  for (const [section, answers] of Object.entries(persona.flows.entry.registration))
    await fillSection({ page, section, folder: info.outputPath('documents') }, answers);
  await page.getByRole('button', { name: 'Start Application' }).click();
  await expect(page).toHaveURL(/\/instruction$/);
  const tabs = page.getByRole('navigation', { name: 'Sections on this page' });
  await tabs.getByRole('link', { name: 'Terms & Conditions' }).click();
  await expect(tabs.locator('[aria-current]')).toHaveText('Terms & Conditions');
  await expect(page.getByText('Your answers are true and complete.')).toBeVisible();
  await expect(page.locator('main input, main textarea')).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
  const agree = page.getByRole('button', { name: 'Agree & Continue' });
  await agree.click();
  await expect(page.getByRole('alert').getByText("The terms changed, and you haven't been charged.")).toBeVisible();
  await expect(page).toHaveURL(/\/instruction(#terms)?$/);
  await page.unroute('**/api/users/updateTandC');
  await agree.click();
  await expect(page).toHaveURL(/\/identification$/);
  await expect(page.getByText('You agreed to the terms.')).toBeVisible();
});

async function loginLink(applicant: string): Promise<string> {
  const link = new URL((await runPortalCommand('login-link', applicant)).split('\n')[0] ?? '');
  return link.pathname + link.search;
}

async function openForgotPassword(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
}

async function expectForgotten(page: Page, email: string): Promise<void> {
  await openForgotPassword(page);
  const dialog = page.getByRole('dialog', { name: 'Forgot Password?' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(dialog.getByText(/If an account uses this email, we've sent a link/)).toBeVisible();
}

async function signOff(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
}
