import { expect, type Locator, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { makeApplicant, openAsApplicant, uploadByApi } from './support/applicant';
import { axeFindings } from './support/axe';
import { makeDocument } from './support/documents';
import { openRow } from './support/fill';
import { withNewEmail } from './support/journey';
import { readSession } from './support/session';
import { draftSection, openStep, ROUTES, start, startAt } from './support/start';

test('a file uploaded to the questionnaire is still there after leaving the page and returning', async ({ page }) => {
  const applicant = await makeApplicant(page.context().request, withNewEmail(robin, 'left'));
  await openAsApplicant(page, applicant, '/success');
  const dialog = page.getByRole('dialog', { name: 'Secondary Application' });
  const groups = dialog.locator('[role=radiogroup]');
  const answerQuestion = (question: number, answer: string) =>
    groups.nth(question).getByRole('radio', { name: answer }).check();
  const files = dialog.getByRole('group', { name: 'Documents' });
  const letter = files.getByRole('button', { name: 'View court-letter.pdf in a new tab' });
  const open = page.getByRole('button', { name: 'Secondary Application', exact: true });
  await open.click();
  await answerQuestion(0, 'Yes');
  await answerQuestion(2, 'Yes');
  await files
    .locator('input[type=file]')
    .setInputFiles(await makeDocument('court-letter', test.info().outputPath('documents')));
  await expect(letter).toBeVisible({ timeout: 20_000 });

  await page.goto('/account');
  await page.goto('/success');
  await open.click();
  await answerQuestion(0, 'Yes');
  await expect(groups.nth(2).getByRole('radio', { name: 'Yes' })).toBeChecked();
  await expect(letter).toBeVisible();
  await dialog.getByLabel('Explain').first().fill('A fine in 1979.');
  await answerQuestion(1, 'No');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Secondary Application Completed', exact: true }).click();
  await expect(letter).toBeVisible();
});

test('a file is replaced by keyboard, and the old one is deleted', async ({ page }) => {
  await startAt(page, robin, 'replace', 'income');
  await draftSection(page, 'employers', robin.flows.application.income.employers);
  await openStep(page, 'income');
  await page.goto(`${ROUTES.income}#ei`);
  await openRow({ page, section: 'employers' }, ['employer', 0]);
  const files = page.locator('[id="employers_employer_0"]').getByRole('group', { name: 'Proof of employment' });
  const card = (name: string) => files.locator('.rp-file').filter({ hasText: name });
  const folder = test.info().outputPath('documents');
  await files.locator('input[type=file]').setInputFiles(await makeDocument('w2', folder));
  await expect(card('w2.pdf').locator('[data-verdict]')).toHaveText('Not needed', { timeout: 30_000 });
  const replace = card('pay-stub.pdf').getByRole('button', { name: 'Replace pay-stub.pdf' });
  // The list of steps shows the section's status.
  await page.locator('#ei').getByRole('button', { name: 'Next Tab' }).click();
  const steps = page.getByRole('navigation', { name: 'Application steps' });
  for (const place of [page.locator('#ei-toggle'), steps.locator('a[href$="#ei"]')])
    await expect(place).toContainText('Done, 1 item to check');
  await page.goto(`${ROUTES.income}#ei`);
  await openRow({ page, section: 'employers' }, ['employer', 0]);
  await expect(replace).toBeVisible();
  // A file that isn't needed can only be deleted or explained.
  await expect(card('w2.pdf').getByRole('button', { name: /^Replace/ })).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const looks = await readVerdictStyles(card('w2.pdf').locator('[data-verdict]'));
    expect(new Set(looks.map(({ look }) => look)).size).toBe(looks.length);
    for (const { verdict, contrast } of looks)
      expect(contrast, `${verdict}, ${colorScheme}`).toBeGreaterThanOrEqual(4.5);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const chooser = page.waitForEvent('filechooser');
  await page.evaluate(() => undefined);
  await replace.focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(await makeDocument('pay-stub-raised', folder));
  await expect(card('pay-stub-raised.pdf').locator('[data-verdict]')).toBeVisible({ timeout: 30_000 });
  await expect(card('pay-stub.pdf')).toHaveCount(0);
  await expect(card('pay-stub-raised.pdf')).toBeFocused();
  await page.reload();
  await openRow({ page, section: 'employers' }, ['employer', 0]);
  await expect(files.locator('.rp-file')).toHaveCount(2);
  await expect(card('pay-stub-raised.pdf')).toBeVisible();
});

/** Sets each verdict on a card's chip in turn. Returns its colors, its sign and the contrast of its text. */
function readVerdictStyles(chip: Locator): Promise<{ verdict: string; look: string; contrast: number }[]> {
  return chip.evaluate((element: HTMLElement) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const shadeOf = (color: string) => {
      if (!canvas) return 0;
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255);
      const [red = 0, green = 0, blue = 0] = parts.map((part) =>
        part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const before = element.dataset.verdict;
    element.style.transition = 'none';
    const verdicts = ['good', 'answered', 'failed', 'confirm', 'inconclusive', 'reading', 'received', 'unread'];
    const looks = verdicts.map((verdict) => {
      element.dataset.verdict = verdict;
      const { color, backgroundColor, borderColor } = getComputedStyle(element);
      const sign = getComputedStyle(element, '::before').content;
      const [low = 0, high = 0] = [shadeOf(color), shadeOf(backgroundColor)].sort((one, other) => one - other);
      return {
        verdict,
        look: [color, backgroundColor, borderColor, sign].join(),
        contrast: (high + 0.05) / (low + 0.05),
      };
    });
    element.dataset.verdict = before;
    return looks;
  });
}

test('the documents dialog shows a picture and a result for each file', async ({ page }, info) => {
  const applicant = await makeApplicant(page.context().request, withNewEmail(robin, 'pictures'));
  const folder = info.outputPath('documents');
  await uploadByApi(applicant, 2, await makeDocument('license-front', folder));
  await uploadByApi(applicant, 13, await makeDocument('license-back', folder));
  await uploadByApi(applicant, 4, await makeDocument('ssn-card', folder), 1);
  let send = () => {};
  const isSlow = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route('**/api/applicant/ticket/**', async (route) => {
    await isSlow;
    await route.continue();
  });
  await openAsApplicant(page, applicant, '/success');
  await page.getByRole('main').getByRole('button', { name: 'Document Upload', exact: true }).click();
  const cards = page.getByRole('dialog').locator('.rp-file');
  const results = ['Received', 'Barcode not read', 'Received'];
  await expect(cards.locator('[data-verdict]')).toHaveText(results, { timeout: 30_000 });
  await expect(cards.locator('.rp-thumbnail')).toHaveText(['JPG', 'JPG', 'JPG']);
  send();
  for (const picture of await cards.locator('.rp-thumbnail').all())
    await expect(picture).toHaveJSProperty('naturalWidth', 150);
  await expect(cards.getByRole('button', { name: /^Replace/ })).toHaveCount(3);
  // The picture is next to the result, and the question with a known answer is only for screen readers.
  for (const card of await cards.all()) {
    const [picture, verdict, whole] = await Promise.all([
      card.locator('.rp-thumbnail').boundingBox(),
      card.locator('[data-verdict]').boundingBox(),
      card.boundingBox(),
    ]);
    expect(verdict?.x).toBeGreaterThan((picture?.x ?? 0) + (picture?.width ?? 0));
    expect(whole?.height).toBeLessThan(300);
  }
  const asked = await page.getByRole('dialog').getByText('Which document will you upload?').boundingBox();
  expect(asked?.width).toBeLessThanOrEqual(1);
});

test('a document sent after submitting can be explained once', async ({ page }) => {
  const applicant = await makeApplicant(page.context().request, withNewEmail(robin, 'later'));
  await openAsApplicant(page, applicant, '/success');
  await page.getByRole('main').getByRole('button', { name: 'Document Upload', exact: true }).click();
  const part = page.getByRole('dialog').locator('section').filter({ hasText: 'Bluebonnet Books' });
  await part.locator('input[type=file]').setInputFiles(await makeDocument('w2', test.info().outputPath('documents')));
  const card = part.locator('.rp-file');
  await card.getByRole('button', { name: 'Explain: w2.pdf' }).click({ timeout: 30_000 });
  await card.getByRole('textbox').fill('My employer sends no stubs.');
  await card.getByRole('button', { name: 'Save answer' }).click();
  await expect(card.getByText('Your answer: My employer sends no stubs.')).toBeVisible();
  await expect(card.getByRole('button', { name: /Change|Explain/ })).toHaveCount(0);
});

test("a phone shows the landlord's name, logo, color and phone number, even after its link has ended", async ({
  page,
  browser,
  baseURL,
}) => {
  await start(page, robin, 'phone');
  const { headers } = await readSession(page);
  const link = (await (await page.request.post('/api/scan/link', { headers })).json()).records;
  const phone = await (await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } })).newPage();
  await phone.goto(link.path);
  const brand = phone.getByRole('banner');
  const call = phone.getByRole('link', { name: '(512) 555-0142' });
  await expect(phone.getByText(/^Use this phone to photograph your ID for Demo Homes\./)).toBeVisible();
  await expect(brand.locator('img')).toHaveJSProperty('complete', true);
  const accent = () => phone.evaluate(() => document.documentElement.style.getPropertyValue('--rp-accent'));
  const shown = await accent();
  expect(shown).not.toBe('');
  await phone.getByRole('button', { name: 'Start' }).click();
  await phone.getByRole('button', { name: "Driver's license or state ID" }).click();
  await expect(phone.getByRole('heading', { name: 'Take a picture of the front' })).toBeVisible();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await page.request.delete(`/api/scan/${link.id}`, { headers });
  const license = await makeDocument('license-front', test.info().outputPath('documents'));
  await phone.locator('input[type=file]').setInputFiles(license);
  await expect(phone.getByRole('heading', { name: 'Session expired' })).toBeVisible({ timeout: 20_000 });
  await expect(brand).toContainText('Demo Homes');
  await expect(call).toBeVisible();
  expect(await accent()).toBe(shown);
  await phone.context().close();
});
