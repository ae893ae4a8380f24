import { expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { makeApplicant, openAsApplicant } from './support/applicant';
import { axeFindings } from './support/axe';
import { findField } from './support/fill';
import { enterPdfCode, openTerms, withNewEmail } from './support/journey';
import { ROUTES, startAt } from './support/start';

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

test('at 360 px the folded review has a written summary for each section and is at most 2,500 px high', async ({
  page,
  context,
}) => {
  const applicant = await makeApplicant(context.request, withNewEmail(robin, 'review'), 'saved');
  await page.setViewportSize({ width: 360, height: 740 });
  await openAsApplicant(page, applicant, ROUTES.payment);
  await expect(card(page, 'Employment Income')).toContainText(
    '$4,333 a month at Bluebonnet Books since 2022, proof to follow',
  );
  await expect(page.getByRole('main')).toContainText("You'll send 5 documents after you submit.");
  await expect(card(page, 'Address')).toContainText('1208 Barton Hills Dr, 4B, Austin, TX 78704, since Feb 2024');
  await expect(card(page, 'Applicant Details')).toContainText(/No other adults\s*Child: Juniper Hale\s*No co-signer/);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2500);
  await expect(page.getByRole('complementary', { name: 'Files and fee' })).toBeHidden();
  expect(await axeFindings(page)).toEqual([]);
});

test('at 1280 px labels are short and a summary is at the side', async ({ page, context }) => {
  const applicant = await makeApplicant(context.request, withNewEmail(robin, 'review-wide'), 'saved');
  await openAsApplicant(page, applicant, ROUTES.payment);
  await expect(card(page, 'Employment Income').locator('dl').first()).toContainText(
    'Address500 Congress Ave, Austin, TX 78701',
  );
  await expect(card(page, 'Address').locator('dl').first()).toContainText('LandlordDana Whitlock');
  const pay = card(page, 'Employment Income').locator('dl');
  await expect(pay).toContainText(/Pay frequency\s*Bi-Weekly\s*Edit\s*Monthly income\s*\$4,333\.33\s*Annual income/);
  await expect(card(page, 'Personal Details').getByRole('heading')).toHaveText('Personal Details');
  await expect(card(page, 'Personal Details')).toContainText('Robin J Hale');
  const proof = card(page, 'Proof of Identity').locator('dl');
  await expect(proof).toHaveText(/^Proof\s*You'll upload it later\s*Edit$/);
  const review = page.getByRole('main');
  await expect(review.locator('dt').filter({ hasText: '?' })).toHaveCount(0);
  await expect(card(page, 'Home and move-in date')).toContainText(
    /Rental home\s*Harbor View Apartments\s*Move-in date\s*[A-Z][a-z]{2} \d+, \d{4}/,
  );
  const side = page.getByRole('complementary', { name: 'Files and fee' });
  await expect(side.getByRole('listitem')).toHaveText([
    /Identification Details.*Done, 2 documents pending$/,
    /Income & Banking.*Done, 3 documents pending$/,
  ]);
  await expect(side).toContainText('Application fee $45.00');
  const current = page.locator('.rp-steps__anchors a[aria-current=location]');
  await expect(current).toHaveText('Check your answers');
  const [text, aside] = await Promise.all([card(page, 'Address').boundingBox(), side.boundingBox()]);
  expect(aside?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0));
  const passed = page.locator('.rp-steps__anchors a').first();
  await expect(passed).not.toContainText('Done');
  await expect(page.getByRole('button', { name: /^Next/ })).toHaveCount(1);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page).toHaveURL(/#tc$/);
  await expect(current).toHaveText(/^Terms and Conditions/);
  await expect(passed).toHaveText(/^Check your answers.*Done$/);
  await page.locator('.rp-steps__anchors').getByRole('link', { name: 'Check your answers' }).click();
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused();
  await expect(current).toHaveText(/^Check your answers/);
});

test("the review's Done stays after a reload, until another step opens", async ({ page, context }) => {
  const applicant = await makeApplicant(context.request, withNewEmail(robin, 'review-done'), 'saved');
  await openAsApplicant(page, applicant, ROUTES.payment);
  const reviewed = page.locator('.rp-steps__anchors a').first();
  await openTerms(page);
  await page.reload();
  await expect(reviewed).toHaveText(/^Check your answers.*Done$/);
  await page.goBack();
  await expect(reviewed).toHaveText(/^Check your answers.*Done$/);

  await page.goto(ROUTES.income);
  await expect(page.getByRole('heading', { level: 1, name: 'Income & Banking' })).toBeVisible();
  await page.goto(`${ROUTES.payment}#tc`);
  await expect(reviewed).toHaveText('Check your answers');
});

test('the review, the terms and the payment are separate screens, and each folded card has one Edit link', async ({
  page,
  context,
}) => {
  const applicant = await makeApplicant(context.request, withNewEmail(robin, 'screens'), 'saved');
  await openAsApplicant(page, applicant, ROUTES.payment);
  const heading = page.getByRole('heading', { level: 1 });
  const main = page.getByRole('main');
  const agreed = page.getByRole('checkbox', { name: /^I have read/ });
  await expect(heading).toHaveText('Check your answers');
  await expect(agreed).toBeHidden();
  await expect(card(page, 'Address')).toBeVisible();
  const cards = await page.locator('.ap-answers').count();
  expect(cards).toBeLessThanOrEqual(14);
  for (const toggle of await page.locator('.ap-answers > header button[aria-expanded]').all()) await toggle.click();
  await expect(main.getByRole('link', { name: /^Edit/ }).or(main.getByRole('button', { name: /^Edit/ }))).toHaveCount(
    cards,
  );

  await openTerms(page);
  await expect(heading).toHaveText('Consent & Payment');
  await expect(heading).toBeFocused();
  await expect(page.locator('.ap-answers')).toHaveCount(0);
  await enterPdfCode(page);
  await agreed.check();
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page).toHaveURL(/#ps$/);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expect(agreed).toBeHidden();
  await page.getByLabel('Full name').fill('Robin Hale');

  await page.goBack();
  await expect(agreed).toBeChecked();
  await page.goBack();
  await expect(heading).toHaveText('Check your answers');
  await page.goForward();
  await page.goForward();
  await expect(page.getByLabel('Full name')).toHaveValue('Robin Hale');
  await page.reload();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit and pay $45.00' })).toBeVisible();
});

test('each file has its result beside its name, and a finished list without entries says so', async ({ page }) => {
  await startAt(page, robin, 'results', 'payment');
  const line = (name: string) => page.locator('.ap-answers li').filter({ hasText: name });
  await expect(line('pay-stub.pdf')).toHaveText(/^pay-stub\.pdf\s*Looks good$/, { timeout: 30_000 });
  await expect(line('license-front.jpg')).toHaveText(/^license-front\.jpg\s*Received$/);
  await expect(line('license-back.jpg')).toHaveText(/^license-back\.jpg\s*Barcode not read$/);
  await expect(card(page, 'Other documents')).toContainText('None added');
  const identity = card(page, 'Proof of Identity');
  await identity.getByRole('button', { name: 'Proof of Identity' }).click();
  await expect(identity).toContainText('Barcode not read. It will be reviewed.');
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await expect(next).toHaveAccessibleDescription('Terms and Conditions');
  const side = page.getByRole('complementary', { name: 'Files and fee' });
  await expect(side.getByRole('listitem').first()).toHaveText(/3 files, Done, 1 barcode not read$/);
  expect(await axeFindings(page)).toEqual([]);
});

test('Next on the terms asks for the code of the test PDF', async ({ page, context }) => {
  const applicant = await makeApplicant(context.request, withNewEmail(robin, 'code'), 'saved');
  await openAsApplicant(page, applicant, `${ROUTES.payment}#ps`);
  await expect(page).toHaveURL(/#tc$/);
  await page.getByRole('checkbox', { name: /^I have read/ }).check();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByLabel('Code in the test PDF')).toBeFocused();
  await expect(page).toHaveURL(/#tc$/);
});

test('Edit opens the section, and Next returns to the review', async ({ page, context }) => {
  const applicant = await makeApplicant(context.request, withNewEmail(robin, 'review-edit'), 'saved');
  await page.setViewportSize({ width: 360, height: 740 });
  await openAsApplicant(page, applicant, ROUTES.payment);
  await page.getByRole('link', { name: 'Edit your answers about Address' }).click();
  await expect(page).toHaveURL(/\/identification#address$/);
  await expect(page.locator('#address-panel')).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page).toHaveURL(/\/identification\/payment$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your answers');
});

test('Edit beside an answer focuses its field and opens its entry, and Next returns to the review', async ({
  page,
  context,
}) => {
  const applicant = await makeApplicant(context.request, withNewEmail(robin, 'answer-edit'), 'saved');
  await openAsApplicant(page, applicant, ROUTES.payment);
  await page.getByRole('link', { name: 'Edit Landlord, Current address' }).click();
  await expect(page).toHaveURL(/\/identification#address$/);
  await expect(findField({ page, section: 'address' }, ['address', 0, 'landlord_name'])).toBeFocused();
  await page.goBack();
  await page.getByRole('link', { name: 'Edit Address 2' }).click();
  await expect(findField({ page, section: 'address' }, ['address', 1, 'street_address'])).toBeFocused();
  await page.goBack();
  await expect(card(page, 'Address')).toContainText(/Reason for moving\s*Not answered/);
  await page.getByRole('link', { name: 'Edit Reason for moving, Address 2' }).click();
  await expect(findField({ page, section: 'address' }, ['address', 1, 'reason'])).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Edit Email', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Edit Mobile', exact: true }).click();
  await expect(findField({ page, section: 'personal-details' }, ['mobile', 0, 'number'])).toBeFocused();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page).toHaveURL(/\/identification\/payment$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your answers');
});

test('at 360 px a long email breaks after its @, not inside its domain', async ({ page, context }) => {
  const applicant = await makeApplicant(context.request, withNewEmail(robin, 'a-long-name-of-an-applicant'), 'saved');
  await page.setViewportSize({ width: 360, height: 740 });
  await openAsApplicant(page, applicant, ROUTES.payment);
  await card(page, 'Personal Details').getByRole('button').first().click();
  const email = page.locator('.ap-answers dd').filter({ hasText: '@example.com' }).first();
  await expect(email).toBeVisible();
  const lines = await email.evaluate((element) => {
    const range = document.createRange();
    const domain = [...element.querySelectorAll('span')].at(-1)?.lastChild;
    if (!domain) return 0;
    range.selectNodeContents(domain);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
  expect(lines).toBe(1);
});

test('the review is written in Spanish', async ({ page, context }) => {
  const applicant = await makeApplicant(context.request, withNewEmail(robin, 'review-es'), 'saved');
  await page.setViewportSize({ width: 360, height: 740 });
  await context.addCookies([{ name: 'language', value: 'es', url: String(test.info().project.use.baseURL) }]);
  await openAsApplicant(page, applicant, ROUTES.payment);
  await expect(page.locator('.ap-answers').filter({ hasText: '$4,333' })).toContainText('Bluebonnet Books desde 2022');
  await expect(page.getByRole('main')).toContainText(/Harbor View Apartments\s*Entrada: \d+ [a-z]{3} \d{4}/);
});

test('the move-in date can be changed on the review', async ({ page, context }) => {
  const applicant = await makeApplicant(context.request, withNewEmail(robin, 'move-in'), 'saved');
  await page.setViewportSize({ width: 360, height: 740 });
  await openAsApplicant(page, applicant, ROUTES.payment);
  const home = card(page, 'Home and move-in date');
  const edit = home.getByRole('button', { name: 'Edit Home and move-in date' });
  await edit.click();
  const dialog = page.getByRole('dialog', { name: 'Change the move-in date' });
  const date = dialog.getByRole('textbox', { name: 'Move-in date' });
  await expect(date).toHaveValue('03/01/2035');
  await date.fill('03/01/2020');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('link', { name: "The date can't be before today" })).toBeVisible();
  await date.fill('4/15/2035');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(edit).toBeFocused();
  await expect(home).toContainText(/Harbor View Apartments\s*Move-in Apr 15, 2035/);
  await page.reload();
  await expect(home).toContainText('Move-in Apr 15, 2035');
  await home.getByRole('button', { name: 'Home and move-in date', exact: true }).click();
  await expect(home.getByRole('button', { name: 'Edit Move-in date' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});
