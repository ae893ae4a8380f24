import { type Page, test } from '@playwright/test';
import { axeFindings } from './support/axe';
import { expect } from './support/expect';
import { type OwnStudio, openTool, startOwnStudio } from './support/ownStudio';

/** Two people change the same section at the same time. These tests have their own server. */
test.describe.configure({ mode: 'serial' });
let studio: OwnStudio;
let ada: Page;
let ben: Page;

test.beforeAll(async ({ browser }) => {
  studio = await startOwnStudio(browser);
  [ada, ben] = [await studio.newPage(), await studio.newPage()];
  // As in production, Ada's page isn't notified of what Ben publishes.
  await ada.route('**/api/forms/changes', (route) => route.abort());
  await studio.logIn(ada, 'ada@studio.example', 'publish');
  await studio.logIn(ben, 'ben@studio.example', 'publish');
});
test.afterAll(() => studio?.close());

const editor = (page: Page) => page.locator('.rp-studio__edit .rp-studio__form');
const field = (page: Page, name: string) => page.locator('.rp-studio__fields').getByRole('button', { name }).first();
const panel = (page: Page) => page.getByRole('region', { name: 'Before you publish' });

/** Gives a field another label, with its translation and a note. Publishing then needs no more typing. */
async function rename(page: Page, label: string, next: string): Promise<void> {
  await field(page, label).click();
  await expect(editor(page).getByLabel('Label')).toHaveValue(label);
  await editor(page).getByLabel('Label').fill(next);
  await page
    .getByRole('group', { name: /Español/ })
    .getByLabel(next, { exact: true })
    .fill(`${next} (es)`);
  await page.keyboard.press('Tab');
  await openTool(page, 'Publish');
  await panel(page).getByLabel('Note', { exact: true }).fill(`Says ${next}`);
  await expect(panel(page).getByText('Ready to publish.')).toBeVisible();
}

async function publish(page: Page): Promise<void> {
  await expect(panel(page).getByRole('button', { name: 'Publish now' })).toBeEnabled({ timeout: 20_000 });
  await panel(page).getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('No changes yet.')).toBeVisible({ timeout: 20_000 });
}

test('two people publish changes to one section without retyping anything', async () => {
  await rename(ada, 'Apartment or unit', 'Flat number');
  await rename(ben, 'Reason for moving', 'Why did you move?');
  await publish(ben);
  await panel(ada).getByRole('button', { name: 'Publish now' }).click({ timeout: 20_000 });
  const merged = ada.getByRole('status').filter({ hasText: 'We merged these changes into your draft:' });
  await expect(merged).toContainText('by Kit publish: Says Why did you move?');
  await expect(merged).toContainText('Why did you move?: Label Reason for moving → Why did you move?');
  expect(await axeFindings(ada)).toEqual([]);
  await publish(ada);
  for (const label of ['Flat number', 'Why did you move?']) await expect(field(ben, label)).toBeVisible();
});

test('a conflict on one field is solved with one click', async () => {
  await rename(ada, 'Flat number', 'Home number');
  await rename(ben, 'Flat number', 'Door number');
  await publish(ben);
  await panel(ada).getByRole('button', { name: 'Publish now' }).click({ timeout: 20_000 });
  const conflict = panel(ada).getByRole('alert').filter({ hasText: '1 conflict to resolve.' });
  await expect(conflict).toContainText('Home number: Label');
  await expect(conflict).toContainText(/Before\s*Flat number\s*Theirs\s*Door number\s*Mine\s*Home number/);
  for (const width of [360, 1280]) {
    await ada.setViewportSize({ width, height: 900 });
    await conflict.scrollIntoViewIfNeeded();
    await ada.screenshot({ path: `test-results/studio-conflict-${width}.png` });
    expect(await ada.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
  expect(await axeFindings(ada)).toEqual([]);
  await conflict.getByRole('button', { name: 'Keep mine: Home number: Label' }).click();
  await expect(conflict).toHaveCount(0);
  await publish(ada);
  await expect(field(ben, 'Home number')).toBeVisible();
});

test("one subscriber's settings are merged, too", async () => {
  const picker = (page: Page, name: string) => page.locator('.rp-studio__side').getByLabel(name, { exact: true });
  const own = (page: Page) => page.getByRole('region', { name: 'Publish these settings' });
  for (const page of [ada, ben]) {
    await openTool(page, 'Preview');
    await picker(page, 'Settings to use').selectOption('subscriber:demo');
    await openTool(page, 'Question');
    await page
      .getByRole('group', { name: 'Who it applies to' })
      .getByRole('button', { name: /^Only for/ })
      .click();
  }
  const changeText = async (page: Page, label: string, text: string) => {
    await field(page, label).click();
    // Until the heading changes, the form still belongs to the previous question.
    await expect(page.locator('.rp-studio__edit').getByRole('heading', { name: label })).toBeVisible();
    await editor(page).getByLabel('Help').fill(text);
    await page
      .getByRole('group', { name: /missing translations \(Español\)/ })
      .getByLabel(text, { exact: true })
      .fill(`${text} (es)`);
    await page.keyboard.press('Tab');
    await openTool(page, 'Publish');
    await own(page).getByLabel('Note', { exact: true }).fill('Another help');
    await expect(own(page).getByText('Ready to publish.')).toBeVisible();
  };
  await changeText(ada, 'Home number', 'As on a letter.');
  await changeText(ben, 'Why did you move?', 'In a few words.');
  for (const page of [ben, ada]) {
    await own(page).getByRole('button', { name: 'Publish now' }).click();
    if (page === ada) {
      await expect(own(ada)).toContainText('We merged these changes into your draft:');
      await expect(own(ada).getByRole('button', { name: 'Publish now' })).toBeEnabled({ timeout: 20_000 });
      await own(ada).getByRole('button', { name: 'Publish now' }).click();
    }
    await expect(own(page)).toHaveCount(0);
  }
  const applicant = ada.locator('.rp-studio__pane');
  for (const help of ['As on a letter.', 'In a few words.'])
    await expect(applicant.getByText(help).first()).toBeVisible();
});

test('a reviewer comments on a field, and an editor resolves it', async () => {
  const reviewer = await studio.newPage();
  await studio.logIn(reviewer, 'cy@studio.example', 'look');
  await openTool(reviewer, 'History');
  await reviewer.getByText('Comments (0)').click();
  await reviewer.getByLabel('About').selectOption({ label: 'Home number' });
  await reviewer.getByLabel('Comment', { exact: true }).fill('Nobody says unit here.');
  await reviewer.getByRole('button', { name: 'Add comment' }).click();
  await expect(reviewer.getByText('Comments (1)')).toBeVisible();
  await expect(reviewer.getByText('Nobody says unit here.')).toBeVisible();
  expect(await axeFindings(reviewer)).toEqual([]);
  for (const width of [360, 1280]) {
    await reviewer.setViewportSize({ width, height: 900 });
    await reviewer.getByText('Comments (1)').scrollIntoViewIfNeeded();
    await reviewer.screenshot({ path: `test-results/studio-comments-${width}.png` });
  }
  await ben.goto('/studio?section=address');
  await openTool(ben, 'History');
  await ben.getByRole('button', { name: 'Resolve the comment by Kit look on Home number' }).click();
  await expect(ben.getByText('Comments (0)')).toBeVisible();
  await ben.getByText('Comments (0)').click();
  await ben.getByText('Resolved comments').click();
  await expect(ben.getByText(/Resolved by Kit publish/)).toBeVisible();
});
