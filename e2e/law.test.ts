import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { type Applicant, makeApplicant, openAsApplicant } from './support/applicant';
import { axeFindings } from './support/axe';
import { type Persona, pay, withNewEmail } from './support/journey';
import { makeOfficeKey } from './support/officeKey';
import { findEmail, runPortalCommand } from './support/operator';

const REPORT = {
  name: 'Lone Star Tenant Reports',
  address: '1 Congress Ave, Austin, TX 78701',
  phone: '(800) 555-0143',
  score_used: 'No',
};

async function addLandlord(code: string, name: string, fee: string): Promise<void> {
  const contact = ['--phone', '4155550188', '--email', `${code}@example.com`, '--fee', fee];
  await runPortalCommand('subscriber', 'add', code, '--name', name, ...contact);
}

async function addHome(code: string, city: string, state: string, landlord = 'demo'): Promise<string> {
  await runPortalCommand(
    'property',
    'add',
    landlord,
    code,
    '--name',
    `${city} Court`,
    '--city',
    city,
    '--state',
    state,
  );
  return `/Property/${landlord}/${code}/open`;
}

async function numberOf({ request, trnId, headers }: Applicant): Promise<string> {
  const answer = await request.get(`/api/application/summary/${trnId}`, { headers });
  return (await answer.json()).records.applicationID;
}

/** Saves Robin's three steps for a home, without the questions that its law forbids or delays. */
async function saveFor(request: APIRequestContext, link: string, tag: string, unasked: string[] = []) {
  const persona = { ...withNewEmail(robin, tag), link };
  return { persona, applicant: await makeApplicant(request, persona, 'saved', unasked) };
}

/** Reads the disclosures, opens the test PDF, signs and pays in the browser. Returns the application number. */
async function submit(page: Page, persona: Persona, applicant: Applicant): Promise<string> {
  await page.goto('/identification/payment#tc');
  await expect(page.getByRole('heading', { name: 'Electronic records' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Permission for reports' })).toBeVisible();
  await page.goto('/identification/payment');
  await pay(page, persona, '');
  await expect(page).toHaveURL(/\/success$/, { timeout: 30_000 });
  return numberOf(applicant);
}

async function receiptOf({ session }: Applicant, part: RegExp): Promise<void> {
  await expect.poll(() => findEmail(`To: ${String(session.email)}`, part), { timeout: 60_000 }).toBeTruthy();
}

/** Logs the applicant in on an open page. */
async function continueAs(page: Page, { session }: Applicant, path: string): Promise<void> {
  await page.evaluate((stored) => localStorage.setItem('rental-session', stored), JSON.stringify(session));
  await page.goto(path);
}

/** Confirms the law's notice, which is on a separate page before the first question. */
async function confirmNotice(page: Page, title: string): Promise<void> {
  await expect(page).toHaveURL(/\/notices$/);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: "I've read this notice" }).click();
  // The page then opens its first unfinished section, which adds its anchor.
  await expect(page).toHaveURL(/\/identification(#|$)/);
}

async function answerQuestionnaire(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Secondary Application' }).click();
  const dialog = page.getByRole('dialog', { name: 'Secondary Application' });
  await dialog.getByRole('radiogroup').first().getByRole('radio', { name: 'No' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Secondary Application Completed' })).toBeVisible({ timeout: 20_000 });
}

test('in Texas a denial includes its letter, and the office refunds part of the fee with a reason', async ({
  page,
  request,
}) => {
  const { persona, applicant } = await saveFor(request, await addHome('lone-star', 'Austin', 'TX'), 'austin');
  const office = await makeOfficeKey(request);
  await openAsApplicant(page, applicant, '/identification/payment');
  const number = await submit(page, persona, applicant);
  await expect(page.getByRole('button', { name: 'Secondary Application' })).toBeVisible();
  await office.decide(number, { act: 'decline', reasons: ['credit'], bases: ['consumerReport'], reports: [REPORT] });
  await page.goto('/success');
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Homes declined your application' })).toBeVisible();
  const letter = page.getByRole('region', { name: 'Letter' });
  await expect(letter).toContainText(REPORT.name);
  await expect(letter).toContainText('did not make the decision');
  await expect(letter).toContainText('60 days');
  expect(await axeFindings(page)).toEqual([]);
  await office.refund(number, { amount: 20, why: 'Goodwill' });
  await receiptOf(applicant, /Goodwill[\s\S]*\$20\.00/);
});

test('in California the fee is refunded by rule, step 1 omits citizenship, and the criteria come first', async ({
  page,
  request,
}) => {
  await addLandlord('bay', 'Bay Homes', '45');
  await runPortalCommand('config', 'set', 'bay', 'USCitizen', 'Hide');
  const link = await addHome('fog', 'Oakland', 'CA', 'bay');
  await page.goto(link);
  await expect(page.getByText('The fee covers our review of your application.')).toBeVisible();
  await expect(page.getByText('California limits this fee to the cost of screening you.')).toBeVisible();
  await expect(page.getByText("it isn't refunded")).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
  const { persona, applicant } = await saveFor(request, link, 'oakland', ['isUS_citizen']);
  const form = await request.get('/api/forms/application/identification', { headers: applicant.headers });
  const { sections } = (await form.json()).records as { sections: { schema: object; ui: object }[] };
  const formText = JSON.stringify(sections.map(({ schema, ui }) => [schema, ui]));
  expect(formText).toContain('SSNNumber');
  expect(formText).not.toContain('isUS_citizen');
  await continueAs(page, applicant, '/identification');
  await confirmNotice(page, 'How Bay Homes decides');
  const number = await submit(page, persona, applicant);

  const office = await makeOfficeKey(request, 'bay');
  await office.decide(number, { act: 'decline', reasons: ['incomeProof'], bases: ['income'] });
  await receiptOf(applicant, /Refund[\s\S]*\$45\.00/);
  await page.goto('/success');
  await expect(page.getByRole('region', { name: 'Letter' })).toContainText("Your income couldn't be verified.");
});

test('in New York City questions about convictions follow an offer, and the applicant can answer before a withdrawal', async ({
  page,
  request,
}) => {
  await addLandlord('hudson', 'Hudson Homes', '20');
  const link = await addHome('broadway', 'Brooklyn', 'NY', 'hudson');
  const { persona, applicant } = await saveFor(request, link, 'brooklyn', ['convicted_for_crime']);
  const office = await makeOfficeKey(request, 'hudson');
  await openAsApplicant(page, applicant, '/identification/payment');
  const number = await submit(page, persona, applicant);
  await expect(page.getByText('Secondary Application')).toHaveCount(0);
  await office.decide(number, { act: 'offer' });
  await page.goto('/success');
  await answerQuestionnaire(page);
  await office.decide(number, {
    act: 'announceWithdrawal',
    explanation: 'A record of 2024 that matters for paying the rent.',
  });
  await page.goto('/success');
  await page.getByLabel('What do you want to say?').fill('This record is of another person.');
  await page.getByRole('button', { name: 'Send answer', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hudson Homes has your answer' })).toBeVisible();
  await office.decide(number, { act: 'approve', bases: ['income'] });
  await page.goto('/success');
  await expect(page.getByRole('heading', { level: 1, name: "You're approved" })).toBeVisible();
});

test('in New Jersey the notice comes first, questions about convictions follow an offer, and an appeal is answered', async ({
  page,
  request,
}) => {
  const link = await addHome('liberty', 'Newark', 'NJ');
  const { persona, applicant } = await saveFor(request, link, 'newark', ['convicted_for_crime']);
  const office = await makeOfficeKey(request);
  await openAsApplicant(page, applicant, '/identification');
  await confirmNotice(page, 'Your rights under the Fair Chance in Housing Act');
  const number = await submit(page, persona, applicant);

  await expect(page.getByText(/^Congratulations/).first()).toBeVisible();
  await expect(page.getByText('Secondary Application')).toHaveCount(0);
  await office.decide(number, { act: 'offer' });
  await page.goto('/success');
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Homes made you an offer' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await answerQuestionnaire(page);

  await office.decide(number, {
    act: 'withdrawOffer',
    explanation: 'A record of 2024 that matters for paying the rent.',
  });
  await page.goto('/success');
  await expect(page.getByText('A record of 2024 that matters for paying the rent.')).toBeVisible();
  await page.getByLabel('What do you want to say?').fill('This record is of another person.');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Appeal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Homes has your answer' })).toBeVisible();

  await office.decide(number, { act: 'approve', bases: ['income'] });
  await page.goto('/success');
  await expect(page.getByRole('heading', { level: 1, name: "You're approved" })).toBeVisible();
});

test('an accommodation is requested on a step, and the applicant sees the request', async ({ page, request }) => {
  const applicant = await makeApplicant(request, withNewEmail(robin, 'ramp'), 'registered');
  await openAsApplicant(page, applicant, '/identification');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Request an accommodation' }).first().click();
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Write what you need')).toBeVisible();
  await page.getByLabel('What do you need?').fill('A parking space near the door.');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send request' }).click();
  const own = page.getByRole('region', { name: 'Your requests' });
  await expect(own).toContainText('A parking space near the door.');
  await expect(own).toContainText('Not read yet');
  expect(await axeFindings(page)).toEqual([]);
});
