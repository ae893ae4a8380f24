import { expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { enter, makeApplicant } from './support/applicant';
import { axeFindings } from './support/axe';
import { freshCopy } from './support/journey';
import { ROUTES } from './support/start';

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

test('folded at 360 px the review has a written summary for each section and fits into 2,500 px', async ({
  page,
  context,
}) => {
  const applicant = await makeApplicant(context.request, freshCopy(robin, 'review'), 'saved');
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, applicant, ROUTES.payment);
  await expect(card(page, 'Employment Income')).toContainText(
    '$4,333 a month at Bluebonnet Books since 2022, proof to follow',
  );
  await expect(card(page, 'Address')).toContainText('1208 Barton Hills Dr since Feb 2024');
  await expect(card(page, 'Applicant Details')).toContainText('No other adults · child: Juniper Hale · no co-signer');
  await page.locator('#tc-toggle').click();
  await expect(page.locator('#tc-panel')).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2500);
  await expect(page.getByRole('complementary', { name: 'Before you sign' })).toBeHidden();
  expect(await axeFindings(page)).toEqual([]);
});

test('at 1280 px labels are short and a summary is at the side', async ({ page, context }) => {
  const applicant = await makeApplicant(context.request, freshCopy(robin, 'review-wide'), 'saved');
  await enter(page, applicant, ROUTES.payment);
  await expect(card(page, 'Employment Income').locator('dl').first()).toContainText(
    'Address500 Congress Ave, Austin, TX 78701',
  );
  await expect(card(page, 'Address').locator('dl').first()).toContainText('LandlordDana Whitlock');
  const review = page.getByRole('region', { name: 'Check your answers' });
  await expect(review.locator('dt').filter({ hasText: '?' })).toHaveCount(0);
  const side = page.getByRole('complementary', { name: 'Before you sign' });
  await expect(side.getByRole('listitem')).toHaveText([
    /Identification Details.*Done/,
    /Applicant Details.*Done/,
    /Income & Banking.*Done/,
  ]);
  await expect(side).toContainText('Due now $45.00');
  const current = page.locator('.rp-steps__anchors a[aria-current=location]');
  await expect(current).toHaveText('Check your answers');
  const [text, aside] = await Promise.all([review.boundingBox(), side.boundingBox()]);
  expect(aside?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0));
  await side.getByRole('button', { name: 'Continue to the terms' }).click();
  await expect(page.locator('#tc-toggle')).toBeFocused();
  await expect(current).toHaveText(/^Terms & Conditions/);
  await page.locator('.rp-steps__anchors').getByRole('link', { name: 'Check your answers' }).click();
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused();
  await expect(current).toHaveText('Check your answers');
});

test('Edit next to an answer opens its field, in its row', async ({ page, context }) => {
  const applicant = await makeApplicant(context.request, freshCopy(robin, 'review-edit'), 'saved');
  await enter(page, applicant, ROUTES.payment);
  await card(page, 'Address').getByRole('link', { name: 'Edit: Landlord', exact: true }).click();
  await expect(page).toHaveURL(/\/identification#address$/);
  const landlord = page.getByLabel("Landlord's name").first();
  await expect(landlord).toHaveValue('Dana Whitlock');
  await expect(landlord).toBeFocused();
});

test('at 360 px a long email breaks after its @, not inside its domain', async ({ page, context }) => {
  const applicant = await makeApplicant(context.request, freshCopy(robin, 'a-long-name-of-an-applicant'), 'saved');
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, applicant, ROUTES.payment);
  await card(page, 'Robin J Hale').getByRole('button').first().click();
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
  const applicant = await makeApplicant(context.request, freshCopy(robin, 'review-es'), 'saved');
  await page.setViewportSize({ width: 360, height: 740 });
  await context.addCookies([{ name: 'language', value: 'es', url: String(test.info().project.use.baseURL) }]);
  await enter(page, applicant, ROUTES.payment);
  await expect(page.locator('.ap-answers').filter({ hasText: '$4,333' })).toContainText('Bluebonnet Books desde 2022');
});
