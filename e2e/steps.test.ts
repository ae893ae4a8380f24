import { expect, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { makeApplicant, openAsApplicant } from './support/applicant';
import { axeFindings } from './support/axe';
import { holdRequests } from './support/holdRequests';
import { withNewEmail } from './support/journey';
import { expectOpen, findNextButton, findToggle } from './support/panels';
import { licenseBack } from './support/scan/licenseCard';
import { inventHolder, licensePayload } from './support/scan/licensePayload';
import { photograph } from './support/scan/photograph';
import { createRandom } from './support/scan/random';
import { draftSection, openStep, ROUTES, start } from './support/start';

const answers = robin.flows.application.identification;

test("a license with a different name and birth date opens 'Important Alert!' before step 2 is saved", async ({
  page,
}) => {
  const other = licensePayload({ ...inventHolder(createRandom(7)), first: 'ROBERTA', last: 'HALE' });
  const buffer = await photograph(licenseBack(other), { width: 1600 });
  await start(page, robin, 'alert');
  for (const [section, typed] of Object.entries(withoutBack())) await draftSection(page, section, typed);
  await openStep(page, 'identification');
  const back = page.locator('[id="proof-of-identity_backfile"]').locator('xpath=ancestor-or-self::fieldset[1]');
  await back.locator('input[type=file]').setInputFiles({ name: 'back.jpg', mimeType: 'image/jpeg', buffer });
  await expect(back.getByRole('listitem').filter({ hasText: 'Delete' })).toHaveCount(1, { timeout: 20_000 });
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.waitForURL('**/applicantDetail');
  for (const [section, typed] of Object.entries(robin.flows.application['applicant-details']))
    await draftSection(page, section, typed);
  await page.reload();
  await page.getByRole('button', { name: 'Next', exact: true }).click();

  const dialog = page.getByRole('alertdialog', { name: 'Important Alert!' });
  await expect(dialog).toBeVisible({ timeout: 20_000 });
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/applicantDetail/);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await dialog.getByRole('radio', { name: 'According to your document: ROBERTA HALE' }).check();
  await dialog.getByRole('radio', { name: 'According to you: Apr 12, 1990' }).check();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/incomeDetail/);

  await page.goto('/view');
  await expect(page.getByRole('main')).toContainText('ROBERTA');
});

/** Returns the answers of step 1 without the license's back side. */
function withoutBack(): object {
  const { backfile: _, ...front } = answers['proof-of-identity'];
  return { ...answers, 'proof-of-identity': front };
}

test("with errors the page is at its top, the summary has the focus, and a section's status is read after its title", async ({
  page,
}) => {
  await start(page, robin, 'errors-top');
  await draftSection(page, 'personal-details', answers['personal-details']);
  await openStep(page, 'identification');
  await expect(page.locator('#personal-details-toggle')).toHaveAccessibleName(/^Personal Details ?, Done$/);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(page.getByRole('region', { name: 'There is a problem' })).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.reload();
  }
});

/** Longer than Next is locked after a click. */
const LOCK_MS = 4_000;

test('Next is at the end of the open section, before the later sections, and at the end once none is open', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await start(page, robin, 'next-place');
  await draftSection(page, 'personal-details', answers['personal-details']);
  await openStep(page, 'identification');
  const next = findNextButton(page);
  const place = () => next.evaluate((button) => button.closest('.rp-accordion__item')?.id);
  expect(await place()).toBe('poi');
  await findToggle(page, 'personal-details').click();
  await expectOpen(page, 'personal-details');
  expect(await place()).toBe('personal-details');
  await findToggle(page, 'personal-details').click();
  expect(await place()).toBeUndefined();
  const isAfterSections = await next.evaluate((button) => {
    const last = document.getElementById('ssn');
    return last && last.compareDocumentPosition(button) === Node.DOCUMENT_POSITION_FOLLOWING;
  });
  expect(isAfterSections).toBe(true);
});

test('after a save, Next stays locked until the next page is shown, and works again after going back', async ({
  page,
  context,
}) => {
  const applicant = await makeApplicant(context.request, withNewEmail(robin, 'slow-page'), 'saved');
  let saves = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/income/savedetails')) saves += 1;
  });
  const release = await holdRequests(page, '**/assets/PaymentPage-*.js');
  await page.clock.install();
  await openAsApplicant(page, applicant, ROUTES.income);
  const next = findNextButton(page);
  await next.click();
  await page.waitForURL(`**${ROUTES.payment}`);
  await page.clock.fastForward(LOCK_MS);
  await next.press('Enter');
  await page.clock.fastForward(LOCK_MS);
  await expect(next).toHaveAttribute('aria-disabled', 'true');

  await page.goBack();
  await next.click();
  await expect.poll(() => saves).toBe(2);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your answers' })).toBeVisible();
  expect(saves).toBe(2);
});

test("after a page's code is lost, going back shows the page before it", async ({ page, context }) => {
  const applicant = await makeApplicant(context.request, withNewEmail(robin, 'lost-page'), 'saved');
  await page.route('**/assets/PaymentPage-*.js', (route) => route.abort());
  await openAsApplicant(page, applicant, ROUTES.income);
  await findNextButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: "Sorry, there's a problem with this page" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Income & Banking' })).toBeVisible();
});
