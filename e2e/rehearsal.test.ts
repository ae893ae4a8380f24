import { type Page, test } from '@playwright/test';
import { axeFindings } from './support/axe';
import { expect } from './support/expect';
import { type OwnStudio, openOwnStudio, openTool } from './support/ownStudio';

/** Before a small edit is published, it's compared with the live form as every persona, in every step. */
test.describe.configure({ mode: 'serial' });
let studio: OwnStudio;
let page: Page;

test.beforeAll(async ({ browser }) => {
  [studio, page] = await openOwnStudio(browser);
});
test.afterAll(() => studio?.close());

const LABEL = 'Why did you move?';
const PICTURES = 'test-results/rehearsal';
const frame = (name: 'Live' | 'Draft') => page.getByRole('region', { name, exact: true });
const picker = (name: string) => page.locator('.rp-studio__rehearsal').getByLabel(name, { exact: true });
const status = () => page.locator('.rp-studio__rehearsal').getByRole('status').first();
const step = () => picker('Step').locator('option:checked');
const namesIn = (name: string) => picker(name).locator('option').allTextContents();

async function edit(): Promise<void> {
  await page.locator('.rp-studio__fields').getByRole('button', { name: 'Reason for moving' }).click();
  const editor = page.locator('.rp-studio__edit .rp-studio__form');
  await expect(editor.getByLabel('Label')).toHaveValue('Reason for moving');
  await editor.getByLabel('Label').fill(LABEL);
}

/** Waits until both frames have rendered each section of the step. */
async function waitUntilDrawn(): Promise<void> {
  for (const name of ['Live', 'Draft'] as const) {
    const forms = frame(name).locator('.rp-studio__form');
    await expect(forms.first().or(frame(name).getByText('has no questions in this step'))).toBeVisible({
      timeout: 30_000,
    });
    await expect(frame(name).locator('.ap-skeleton')).toHaveCount(0, { timeout: 30_000 });
  }
}

test('the comparison lists the step that differs in English and in Spanish', async () => {
  await edit();
  await page.getByRole('button', { name: 'Compare with live', exact: true }).click();
  const list = page.getByRole('region', { name: 'Steps that differ' });
  await expect(list.getByRole('button')).toHaveCount(2, { timeout: 30_000 });
  await expect(list.getByRole('button', { name: /^Identification Details English.*: 1 question$/ })).toBeVisible();
  await expect(list.getByRole('button', { name: /^Identification Details Español.*: 1 question$/ })).toBeVisible();
  await expect(status()).toHaveText('1 question differs');
  await waitUntilDrawn();
  expect(await axeFindings(page)).toEqual([]);
});

test('each persona sees the edited question in the draft and not in the live form', async () => {
  test.slow();
  const [personas, steps] = [await namesIn('Applicant'), await namesIn('Step')];
  expect(personas.length).toBeGreaterThan(2);
  await picker('Step').selectOption({ index: 0 });
  for (const [index, title] of steps.entries()) {
    await expect(step()).toHaveText(title);
    for (const [number, persona] of personas.entries()) {
      await picker('Applicant').selectOption(persona);
      await waitUntilDrawn();
      const isEdited = /Identification Details/.test(title);
      await expect(status()).toHaveText(isEdited ? '1 question differs' : 'No difference');
      const edited = (name: 'Live' | 'Draft') => frame(name).getByLabel(LABEL, { exact: false });
      if (isEdited) {
        await expect(edited('Draft').first()).toBeVisible();
        await expect(frame('Live').locator('[id^="live-address"]').first()).toBeVisible();
      } else await expect(edited('Draft')).toHaveCount(0);
      await expect(edited('Live')).toHaveCount(0);
      await page.screenshot({ path: `${PICTURES}/${index + 1}-${number + 1}.png`, fullPage: true });
    }
    if (index < steps.length - 1) await page.getByRole('button', { name: 'Next step' }).click();
  }
});

test('a phone shows one form at a time, and the keyboard switches between them', async () => {
  await page.setViewportSize({ width: 360, height: 800 });
  const list = page.getByRole('region', { name: 'Steps that differ' });
  await list.getByRole('button', { name: /Español/ }).press('Enter');
  await expect(picker('Language')).toHaveValue('es');
  await waitForFrame('Draft', 'Live');
  const choice = page.getByRole('group', { name: 'Which form to show' });
  await choice.getByRole('button', { name: 'Draft' }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await waitForFrame('Live', 'Draft');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.screenshot({ path: `${PICTURES}/phone.png`, fullPage: true });
  await page.setViewportSize({ width: 1280, height: 900 });
});

test("a viewer compares a saved draft with the live form but can't publish it", async () => {
  await page.getByRole('button', { name: 'Back to the form' }).click();
  await openTool(page, 'Publish');
  await page.getByLabel('Note', { exact: true }).fill('For review');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  const link = await page.getByRole('link', { name: /\/studio\?draft=/ }).getAttribute('href');
  page = await studio.newPage();
  await studio.logIn(page, 'cy@studio.example', 'look');
  await page.goto(link ?? '');
  await page.getByRole('button', { name: 'Compare with live', exact: true }).click();
  await expect(status()).toHaveText('1 question differs', { timeout: 30_000 });
  await waitUntilDrawn();
  await expect(frame('Draft').getByLabel(LABEL, { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Publish/ })).toHaveCount(0);
});

async function waitForFrame(shown: 'Live' | 'Draft', other: 'Live' | 'Draft'): Promise<void> {
  await expect(frame(shown)).toBeVisible();
  await expect(frame(other)).toBeHidden();
}
