import { type Browser, expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import translations from '../schemas/translations/es.json' with { type: 'json' };
import { type Applicant, completeAsMember, enter, handIn, makeApplicant } from './support/applicant';
import { axeFindings } from './support/axe';
import { freshCopy, type Persona } from './support/journey';
import { mailTo, portal } from './support/operator';
import { sessionOf } from './support/session';

test.describe.configure({ mode: 'serial' });

const { texts: es } = translations;
const PHONE = { width: 360, height: 780 };
const stamp = Date.now().toString(36);
const JONAS = { first: 'Jonas', email: `jonas.${stamp}@example.com` };
const PRIYA = { first: 'Priya', email: `priya.${stamp}@example.com` };
let lead: Applicant;
let leadPage: Page;
let persona: Persona;
let jonasPage: Page;
let priyaPage: Page;

const openPhone = async (browser: Browser, locale: string) =>
  (await browser.newContext({ viewport: PHONE, locale })).newPage();

test.beforeAll(async ({ browser }) => {
  leadPage = await openPhone(browser, 'en-US');
  persona = freshCopy(robin, 'household');
  lead = await makeApplicant(leadPage.request, persona, 'saved');
});
test.afterAll(async () => {
  for (const page of [leadPage, jonasPage, priyaPage]) await page?.context().close();
});

async function fits(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
}

async function add(person: { first: string; email: string }, role: RegExp): Promise<void> {
  await leadPage.getByRole('button', { name: 'Add someone' }).click();
  const dialog = leadPage.getByRole('dialog', { name: 'Add someone' });
  await dialog.getByLabel('First name').fill(person.first);
  await dialog.getByLabel('Last name').fill('Hale');
  await dialog.getByLabel('Email address').fill(person.email);
  await dialog.getByRole('radio', { name: role }).check();
  await dialog.getByRole('button', { name: 'Add and invite' }).click();
  await expect(dialog).toBeHidden();
}

const memberOf = (page: Page, name: string) =>
  page.getByRole('list').filter({ hasText: 'Robin' }).getByRole('listitem').filter({ hasText: name });

test('the lead adds a co-applicant and a co-signer, who get a link each', async () => {
  await enter(leadPage, lead, '/household');
  await expect(leadPage.getByRole('heading', { level: 1, name: 'Your household' })).toBeVisible();
  await add(JONAS, /^Co-applicant/);
  await add(PRIYA, /^Co-signer/);
  await expect(memberOf(leadPage, 'Jonas')).toContainText('Invited');
  await expect(leadPage.getByText('0 of 3 submitted.')).toBeVisible();
  await fits(leadPage);
});

/** Opens the link of an invitation and registers by it. */
async function register(page: Page, { email }: { email: string }, start: string): Promise<void> {
  await expect.poll(() => mailTo(email)).toBeTruthy();
  const { pathname, search } = new URL(/https?:\S+\?t=\S+/.exec((await mailTo(email)) ?? '')?.[0] ?? '');
  await page.goto(`${pathname}${search}`);
  const form = page.locator('form');
  await expect(form.locator('[id="registration-personal_fname"]')).not.toHaveValue('');
  await expect(form.locator('[id^="registration-plan"]')).toHaveCount(0);
  await fits(page);
  await form.locator('[id="registration-personal_reEmail"]').fill(email);
  await form.locator('[id="registration-personal_mobile_0"]').fill('5125550123');
  await form.locator('[id="registration-personal_hearAboutUs"]').fill('A friend');
  await form.locator('[id="registration-personal_hearAboutUs"]').press('Tab');
  await form.locator('[id="registration-login_password"]').fill('Harbor!View2026');
  await form.locator('[id="registration-login_reEnterPassword"]').fill('Harbor!View2026');
  await form.locator('[id="registration-login_i_confirm"]').check();
  await page.getByRole('button', { name: start }).click();
  await expect(page).toHaveURL(/\/instruction$/);
}

function nameAs({ first, email }: { first: string; email: string }): Persona {
  const own = structuredClone(persona);
  Object.assign(own.flows.application.identification?.['personal-details'] as object, { first_name: first });
  return { ...own, applicant: { ...own.applicant, first_name: first }, link: email };
}

async function complete(page: Page, person: typeof JONAS, role: 'co' | 'guarantor'): Promise<void> {
  const { trnId, headers } = await sessionOf(page);
  await completeAsMember({ request: page.request, trnId, headers, session: {} }, nameAs(person), role);
}

test('an invited co-applicant registers in Spanish for the same home and sees names and progress', async ({
  browser,
}) => {
  jonasPage = await openPhone(browser, 'es-MX');
  await register(jonasPage, JONAS, es['Start Application']);
  await complete(jonasPage, JONAS, 'co');
  await jonasPage.goto('/household');
  await expect(jonasPage.getByRole('heading', { level: 1, name: es['Your household'] })).toBeVisible();
  await expect(memberOf(jonasPage, 'Priya')).toContainText(es['Co-signer']);
  await expect(jonasPage.locator('body')).not.toContainText(PRIYA.email);
  await expect(jonasPage.getByRole('button', { name: es['Add someone'] })).toHaveCount(0);
  await fits(jonasPage);
});

test('a co-signer is asked three steps and pays nothing', async ({ browser }) => {
  priyaPage = await openPhone(browser, 'en-US');
  await register(priyaPage, PRIYA, 'Start Application');
  await priyaPage.getByRole('button', { name: 'Agree & Continue' }).click();
  await expect(priyaPage.getByText('Step 1 of 3').first()).toBeVisible();
  await complete(priyaPage, PRIYA, 'guarantor');
  await priyaPage.goto('/success');
  await expect(priyaPage.getByRole('region', { name: 'Your household' })).toContainText('2 of 3 submitted.');
  await fits(priyaPage);
});

test('the lead submits, sees everyone, and gets an email', async () => {
  await handIn(lead, persona);
  await leadPage.goto('/success');
  const part = leadPage.getByRole('region', { name: 'Your household' });
  await expect(part).toContainText('Everyone has submitted.');
  await expect(part.getByRole('button', { name: 'Add someone' })).toBeVisible();
  await fits(leadPage);
  await expect.poll(() => mailTo('Everyone in your household has submitted')).toBeTruthy();
});

test('the office finds the household with one search and approves everyone', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  const printed = await portal(
    'office',
    'invite',
    'demo',
    `household.${stamp}@office.example`,
    '--name',
    'Noor',
    '--role',
    'reviewer',
  );
  const { pathname, hash } = new URL(/https?:\/\/\S+/.exec(printed)?.[0] ?? '');
  await page.goto(`${pathname}${hash}`);
  await page.getByRole('button', { name: 'Log in' }).click();
  await setUpAuthenticator(page);
  await page.getByRole('link', { name: 'Households' }).click();
  await page.getByLabel('Search by name or number').fill('Jonas');
  const row = page.getByRole('row').filter({ hasText: 'Jonas Hale (Co-applicant)' }).first();
  await expect(row).toContainText('Complete');
  await expect(row).toContainText('Priya Hale (Co-signer)');
  expect(await axeFindings(page)).toEqual([]);
  await row.getByRole('link').click();
  await expect(page.getByText(/^Combined income/)).toBeVisible();
  await expect(page.getByText(/counted separately/)).toBeVisible();
  await page.getByRole('button', { name: 'Jonas Hale, Co-applicant' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Jonas Hale' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  const everyone = page.getByRole('region', { name: 'Decide for everyone who submitted' });
  await everyone.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve' });
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: 'Confirm: Approve' }).click();
  await expect(dialog).toBeHidden();
  for (const name of ['Robin Hale', 'Jonas Hale', 'Priya Hale'])
    await expect(page.getByRole('listitem').filter({ hasText: name }).first()).toContainText('Approved');
  await page.context().close();
});

test('each of them sees the decision', async () => {
  for (const [page, words] of [
    [leadPage, 'approved'],
    [priyaPage, 'approved'],
    [jonasPage, es.Approved.slice(0, 5)],
  ] as const) {
    await page.goto('/success');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(new RegExp(words, 'i'));
  }
});

async function setUpAuthenticator(page: Page): Promise<void> {
  const { Secret, TOTP } = await import('otpauth');
  await expect(page.getByRole('heading', { name: 'Set up your authenticator' })).toBeVisible();
  const secret = await page.locator('code').innerText();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await page.getByLabel('The six digits your authenticator shows now').fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
}
