import { type Browser, expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import translations from '../schemas/translations/es.json' with { type: 'json' };
import {
  type Applicant,
  completeAsMember,
  makeApplicant,
  openAsApplicant,
  saveIdentification,
  saveIncome,
  signAndSubmit,
} from './support/applicant';
import { axeFindings } from './support/axe';
import { completeStep, type Persona, register, withNewEmail } from './support/journey';
import { logInToOffice } from './support/officeLogin';
import { findEmail } from './support/operator';
import { readSession } from './support/session';

test.describe.configure({ mode: 'serial' });

const { texts: es } = translations;
const PHONE = { width: 360, height: 780 };
const stamp = Date.now().toString(36);
const member = (first: string) => ({ first, email: `${first.toLowerCase()}.${stamp}@example.com` });
const JONAS = member('Jonas');
const TAM = member('Tam');
const PRIYA = member('Priya');
const MAYA = member('Maya');
const UMA = member('Uma');
let lead: Applicant;
let leadPage: Page;
let persona: Persona;
let jonasPage: Page;
let tamPage: Page;
let priyaPage: Page;
let mayaPage: Page;

const openPhone = async (browser: Browser, locale: string) =>
  (await browser.newContext({ viewport: PHONE, locale })).newPage();

/** Returns Robin's persona with a co-applicant, an occupant and a co-signer in the second step. */
function namingThree(): Persona {
  const robins = withNewEmail(robin, 'household');
  const step = robins.flows.application['applicant-details'] as Record<string, Record<string, unknown>>;
  const row = ({ first, email }: typeof JONAS) => ({ first_name: first, last_name: 'Hale', email });
  step['applicant-details'] = {
    anyone_over_18: { response: 'Yes', fields: [row(JONAS), { ...row(TAM), financially_responsible: true }] },
    co_occupants: { response: 'No' },
    is_co_signer: { response: 'Yes', fields: [{ ...row(PRIYA), mobile: '15125550188' }] },
  };
  return robins;
}

test.beforeAll(async ({ browser }) => {
  leadPage = await openPhone(browser, 'en-US');
  persona = namingThree();
});
test.afterAll(async () => {
  for (const page of [leadPage, jonasPage, tamPage, priyaPage, mayaPage]) await page?.context().close();
});

async function fits(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
}

const memberOf = (page: Page, name: string) =>
  page.getByRole('list').filter({ hasText: 'Robin' }).getByRole('listitem').filter({ hasText: name });

async function signedIn(page: Page): Promise<Applicant> {
  const { trnId, headers } = await readSession(page);
  return { request: page.request, trnId, headers, session: {} };
}

test('the lead registers by the link, and step 2 names who else applies', async () => {
  const folder = test.info().outputPath('documents');
  await register(leadPage, persona, folder);
  lead = await signedIn(leadPage);
  await saveIdentification(lead, persona);
  await leadPage.goto('/identification/applicantDetail');
  await completeStep(leadPage, persona, 'applicant-details', folder);
  await expect(leadPage).toHaveURL(/\/identification\/incomeDetail/);
  await leadPage.goto('/household');
  await expect(leadPage.getByRole('heading', { level: 1, name: 'Your household' })).toBeVisible();
  for (const [name, role] of [
    ['Jonas', 'Co-applicant'],
    ['Tam', 'Occupant'],
    ['Priya', 'Co-signer'],
  ] as const) {
    await expect(memberOf(leadPage, name)).toContainText(role);
    await expect(memberOf(leadPage, name)).toContainText('Not invited');
  }
  await expect(leadPage.getByText('Applications submitted: 0 of 4.')).toBeVisible();
  await fits(leadPage);
});

test('the lead invites each person, one of them in Spanish', async () => {
  for (const [{ first, email }, language, greeting] of [
    [JONAS, 'Español', 'Hola'],
    [TAM, 'English', 'Hello'],
    [PRIYA, 'English', 'Hello'],
  ] as const) {
    await leadPage.getByRole('button', { name: `Send invitation: ${first}` }).click();
    const dialog = leadPage.getByRole('dialog', { name: `Send ${first} an invitation` });
    await expect(dialog.getByLabel('Email address')).toHaveValue(email);
    await dialog.getByRole('radio', { name: language }).check();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog).toBeHidden();
    await expect(memberOf(leadPage, first)).toContainText('Invited');
    await expect.poll(() => findEmail(email)).toContain(greeting);
  }
  await fits(leadPage);
});

async function linkTo(email: string): Promise<string> {
  await expect.poll(() => findEmail(email)).toBeTruthy();
  const { pathname, search } = new URL(/https?:\S+\?t=\S+/.exec((await findEmail(email)) ?? '')?.[0] ?? '');
  return `${pathname}${search}`;
}

test('someone invited by mistake declines, and the lead sees it and invites again', async ({ browser }) => {
  const page = await openPhone(browser, 'en-US');
  await page.goto(await linkTo(TAM.email));
  await expect(page.getByText("You're invited to apply as an adult occupant.")).toBeVisible();
  await fits(page);
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('button', { name: 'Decline invitation' }).click();
  await page.getByRole('alertdialog', { name: 'Invitation declined' }).getByRole('button').click();
  await expect(page).toHaveURL(/\/login$/);
  await page.context().close();
  await leadPage.reload();
  await expect(memberOf(leadPage, 'Tam')).toContainText('Invitation declined');
  const before = await findEmail(TAM.email);
  await leadPage.getByRole('button', { name: 'Send invitation: Tam' }).click();
  await leadPage.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click();
  await expect(memberOf(leadPage, 'Tam')).toContainText('Invited');
  await expect.poll(() => findEmail(TAM.email)).not.toBe(before);
});

test('someone joins with an existing account, and the lead reminds and removes them', async ({ browser }) => {
  await leadPage.getByRole('button', { name: 'Add someone' }).click();
  const dialog = leadPage.getByRole('dialog', { name: 'Add someone' });
  await dialog.getByLabel('First name').fill(UMA.first);
  await dialog.getByLabel('Last name').fill('Hale');
  await dialog.getByLabel('Email address').fill(UMA.email);
  await dialog.getByRole('radio', { name: /^Co-applicant/ }).check();
  await fits(leadPage);
  await dialog.getByRole('button', { name: 'Add and invite' }).click();
  await expect(memberOf(leadPage, UMA.first)).toContainText('Invited');
  const page = await openPhone(browser, 'en-US');
  await openAsApplicant(
    page,
    await makeApplicant(page.request, withNewEmail(robin, 'uma'), 'registered'),
    await linkTo(UMA.email),
  );
  await fits(page);
  await page.getByRole('button', { name: 'Join with this account' }).click();
  await expect(page).toHaveURL(/\/identification$/);
  await page.context().close();
  await leadPage.reload();
  await expect(memberOf(leadPage, UMA.first)).toContainText('In progress');
  await leadPage.getByRole('button', { name: 'Send a reminder: Uma' }).click();
  await expect(memberOf(leadPage, UMA.first)).toContainText('Reminded');
  await memberOf(leadPage, UMA.first).getByText('More actions for Uma').click();
  await leadPage.getByRole('button', { name: 'Remove: Uma' }).click();
  await leadPage.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(memberOf(leadPage, UMA.first)).toHaveCount(0);
});

/** Opens an invitation's link and registers. */
async function join(page: Page, { email }: { email: string }, start: string): Promise<void> {
  await page.goto(await linkTo(email));
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

async function complete(page: Page, person: typeof JONAS, role: 'co' | 'occupant' | 'guarantor'): Promise<void> {
  await completeAsMember(await signedIn(page), nameAs(person), role);
}

test("an invited co-applicant registers in Spanish, and sees a co-signer but not the co-signer's email", async ({
  browser,
}) => {
  jonasPage = await openPhone(browser, 'es-MX');
  await join(jonasPage, JONAS, es['Start Application']);
  await complete(jonasPage, JONAS, 'co');
  await jonasPage.goto('/household');
  await expect(jonasPage.getByRole('heading', { level: 1, name: es['Your household'] })).toBeVisible();
  await expect(memberOf(jonasPage, 'Priya')).toContainText(es['Co-signer']);
  await expect(jonasPage.locator('body')).not.toContainText(PRIYA.email);
  await expect(jonasPage.getByRole('button', { name: es['Add someone'] })).toHaveCount(0);
  await fits(jonasPage);
});

test('a co-signer has three steps and sees how many applications are submitted', async ({ browser }) => {
  priyaPage = await openPhone(browser, 'en-US');
  await join(priyaPage, PRIYA, 'Start Application');
  await priyaPage.getByRole('button', { name: 'Agree & Continue' }).click();
  await expect(priyaPage.getByText('Step 1 of 3').first()).toBeVisible();
  await complete(priyaPage, PRIYA, 'guarantor');
  await priyaPage.goto('/success');
  await expect(priyaPage.getByRole('region', { name: 'Your household' })).toContainText(
    'Applications submitted: 2 of 4.',
  );
  await fits(priyaPage);
});

test('an occupant has three steps and sees no email addresses of the others', async ({ browser }) => {
  tamPage = await openPhone(browser, 'en-US');
  await join(tamPage, TAM, 'Start Application');
  await tamPage.getByRole('button', { name: 'Agree & Continue' }).click();
  await expect(tamPage.getByText('Step 1 of 3').first()).toBeVisible();
  await complete(tamPage, TAM, 'occupant');
  await tamPage.goto('/success');
  await expect(tamPage.getByRole('region', { name: 'Your household' })).toContainText(
    'Applications submitted: 3 of 4.',
  );
  for (const { email } of [JONAS, PRIYA]) await expect(tamPage.locator('body')).not.toContainText(email);
  await fits(tamPage);
});

test('when the lead submits last, the page and an email say that all applications are in', async () => {
  await saveIncome(lead);
  await signAndSubmit(lead, persona);
  await leadPage.goto('/success');
  const part = leadPage.getByRole('region', { name: 'Your household' });
  await expect(part).toContainText('All applications have been submitted.');
  await expect(part.getByRole('button', { name: 'Add someone' })).toBeVisible();
  await fits(leadPage);
  await expect.poll(() => findEmail("We have all of your household's applications")).toBeTruthy();
});

test('a member is replaced after everyone has submitted, and the new one applies in Spanish', async ({ browser }) => {
  // The page was opened before the job that marked the household as complete.
  await memberOf(leadPage, 'Tam').getByText('More actions for Tam').click();
  await leadPage.getByRole('button', { name: 'Replace: Tam' }).click();
  const dialog = leadPage.getByRole('dialog', { name: 'Replace Tam with someone else' });
  await fits(leadPage);
  await dialog.getByLabel('First name').fill(MAYA.first);
  await dialog.getByLabel('Last name').fill('Hale');
  await dialog.getByLabel('Email address').fill(MAYA.email);
  await dialog.getByRole('button', { name: 'Replace and invite' }).click();
  await expect(dialog).toBeHidden();
  const part = leadPage.getByRole('region', { name: 'Your household' });
  await expect(part).toContainText('Applications submitted: 3 of 4.');
  await expect(memberOf(leadPage, 'Tam')).toHaveCount(0);
  mayaPage = await openPhone(browser, 'es-MX');
  await join(mayaPage, MAYA, es['Start Application']);
  await complete(mayaPage, MAYA, 'occupant');
  await mayaPage.goto('/success');
  await expect(mayaPage.getByRole('region', { name: es['Your household'] })).toContainText(
    es['All applications have been submitted.'],
  );
  await fits(mayaPage);
  await leadPage.reload();
  await expect(part).toContainText('All applications have been submitted.');
  // Tam's application is now separate.
  await tamPage.reload();
  await expect(tamPage.getByRole('region', { name: 'Your household' })).toContainText(
    'No other adult is applying with you',
  );
});

test('the office finds the household with one search and approves everyone', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await logInToOffice(page, { email: `household.${stamp}@office.example`, name: 'Noor', role: 'reviewer' });
  await page.getByRole('textbox', { name: 'Search' }).fill('Maya Hale');
  const row = page.getByRole('row').filter({ hasText: 'Maya Hale (Occupant)' }).first();
  await expect(row).toContainText('Complete');
  await expect(row).toContainText('Priya Hale (Co-signer)');
  await expect(row).toContainText('counted separately');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Households' }).click();
  await page.getByLabel('Search by name or application number').fill('Jonas');
  const listed = page.getByRole('row').filter({ hasText: 'Jonas Hale (Co-applicant)' }).first();
  await expect(listed).toContainText('Complete');
  await expect(listed).toContainText('Maya Hale (Occupant)');
  expect(await axeFindings(page)).toEqual([]);
  await listed.getByRole('link').click();
  await expect(page.getByText(/^Combined income/)).toBeVisible();
  await expect(page.getByText(/counted separately/)).toBeVisible();
  await page.getByRole('button', { name: 'Jonas Hale, Co-applicant' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Jonas Hale' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  const everyone = page.getByRole('region', { name: 'Decide on all submitted applications' });
  await everyone.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve' });
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: 'Confirm: Approve' }).click();
  await expect(dialog).toBeHidden();
  for (const name of ['Robin Hale', 'Jonas Hale', 'Priya Hale', 'Maya Hale'])
    await expect(page.getByRole('listitem').filter({ hasText: name }).first()).toContainText('Approved');
  await page.context().close();
});

test('each member sees the decision', async () => {
  for (const [page, words] of [
    [leadPage, 'approved'],
    [priyaPage, 'approved'],
    [jonasPage, es.Approved.slice(0, 5)],
    [mayaPage, es.Approved.slice(0, 5)],
  ] as const) {
    await page.goto('/success');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(new RegExp(words, 'i'));
  }
});

test('the lead makes another member the lead, who sees no email addresses', async () => {
  await leadPage.goto('/household');
  await memberOf(leadPage, 'Jonas').getByText('More actions for Jonas').click();
  await leadPage.getByRole('button', { name: 'Make lead applicant: Jonas' }).click();
  await leadPage.getByRole('button', { name: 'Make lead applicant', exact: true }).click();
  await expect(leadPage.getByRole('button', { name: 'Add someone' })).toHaveCount(0);
  await jonasPage.goto('/household');
  await expect(jonasPage.getByRole('button', { name: es['Add someone'] })).toBeVisible();
  for (const { email } of [PRIYA, MAYA, lead.headers as { email: string }])
    await expect(jonasPage.locator('body')).not.toContainText(email);
  await fits(jonasPage);
});
