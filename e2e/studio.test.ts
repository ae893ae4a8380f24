import { type Page, test } from '@playwright/test';
import sam from '../schemas/personas/sam-ortega.json' with { type: 'json' };
import { makeApplicant, openAsApplicant } from './support/applicant';
import { axeFindings } from './support/axe';
import { expect } from './support/expect';
import { findField, openRow } from './support/fill';
import { withNewEmail } from './support/journey';
import { type OwnStudio, openTool, startOwnStudio } from './support/ownStudio';
import { findToggle } from './support/panels';

/** Runs on its own server, because published changes affect everyone. */
test.describe.configure({ mode: 'serial' });

const LABEL = 'Apartment or unit';
const NEW = 'Flat or unit number';
const SOURCES = /\/studio\/sources\//;
let studio: OwnStudio;
let page: Page;

const field = (name: string) => page.locator('.rp-studio__fields').getByRole('button', { name });
const editor = () => page.locator('.rp-studio__edit .rp-studio__form');
const live = () => page.locator('.rp-studio__pane');
const open = (panel: string) => openTool(page, panel);
const findings = () => page.locator('.rp-studio__findings');

test.beforeAll(async ({ browser }) => {
  studio = await startOwnStudio(browser);
  page = await studio.newPage();
});
test.afterAll(() => studio?.close());

test('the Studio is read-only without a login', async () => {
  const stranger = await studio.newPage();
  await stranger.goto('/studio?section=address');
  await expect(stranger.getByText('You can look around. To edit, log in.')).toBeVisible();
  await expect(stranger.locator('.rp-studio__edit')).toHaveCount(0);
});

test('a click or Enter on a question in the form opens it for editing', async () => {
  await studio.logIn(page, 'kit@studio.example', 'publish');
  await live().getByText(LABEL, { exact: true }).first().click();
  await expect(editor().getByLabel('Label')).toHaveValue(LABEL);
  await expect(editor().getByLabel('Label')).toBeFocused();
  await expect(live().locator('[data-chosen]').first()).toContainText(LABEL);
  await expect(page.locator('code:visible')).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
  await live().getByLabel('Street address').first().focus();
  await page.keyboard.press('Enter');
  await expect(editor().getByLabel('Label')).toHaveValue('Street address');
  await expect(editor().getByLabel('Label')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(live().getByLabel('Street address').first()).toBeFocused();
});

test('a changed label shows in the form, and is undone and redone', async () => {
  await field(LABEL).click();
  await expect(editor().getByLabel('Label')).toHaveValue(LABEL);
  await editor().getByLabel('Label').fill(NEW);
  await expect(live().getByLabel(NEW)).toBeVisible();
  await expect(field(NEW)).toContainText('changed');
  await page.getByRole('button', { name: 'Undo the last change' }).click();
  await expect(live().getByLabel(LABEL)).toBeVisible();
  await expect(editor().getByLabel('Label')).toHaveValue(LABEL);
  await page.keyboard.press('Control+Shift+z');
  await expect(live().getByLabel(NEW)).toBeVisible();
  await expect(editor().getByLabel('Label')).toHaveValue(NEW);
  await open('Publish');
  await page.getByText('Show JSON: differences').click();
  await expect(page.locator('.rp-studio__diff [data-sign="+"]')).toContainText(`"title": "${NEW}"`);
});

test('a problem is in plain words, leads to its question and is fixed in place', async () => {
  await page.getByLabel('Note', { exact: true }).fill('Plainer words');
  await expect(findings()).toContainText(`“${NEW}” isn't translated yet (Español).`);
  await expect(page.getByRole('button', { name: '1 problem to fix' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish now' })).toBeDisabled();
  expect(await axeFindings(page)).toEqual([]);
  await findings().getByRole('button', { name: NEW }).click();
  await expect(editor().getByLabel('Label')).toHaveValue(NEW);
  await open('Publish');
  await findings().getByLabel(`Translation of “${NEW}”`).fill('Número de apartamento o unidad');
  await page.getByRole('button', { name: 'Save translation' }).click();
  await expect(page.getByText('Ready to publish.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish now' })).toBeEnabled();
});

test("a mistake in the JSON is reported until it's corrected", async () => {
  await page.getByText('Show JSON', { exact: true }).first().click();
  const json = page.getByRole('textbox', { name: 'Contents of address.schema.json' });
  await json.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('x');
  await expect(findings()).toContainText("The JSON has a mistake, so we can't read it.");
  await page.keyboard.press('Backspace');
  await expect(page.getByText('Ready to publish.')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test('a draft with a newly required answer is published by keyboard, changes open pages, and is undone', async () => {
  const sheet = { page: await studio.newPage(), section: 'address' };
  await openAsApplicant(
    sheet.page,
    await makeApplicant(studio.api, withNewEmail(sam, 'studio'), 'saved'),
    '/identification',
  );
  await findToggle(sheet.page, 'address').click();
  const street = findField(sheet, ['address', 0, 'street_address']);
  await openRow(sheet, ['address', 0]);
  await street.fill('12 Harbor Street');
  await expect(sheet.page.getByLabel(LABEL).first()).toBeVisible();
  const another = await studio.newPage();
  await open('Question');
  await editor().getByLabel('Required', { exact: true }).check();
  await open('Publish');
  const accept = page.getByRole('button', { name: /^Allow the change/ });
  await expect(accept.or(page.getByText('Ready to publish.'))).toBeVisible();
  if (await accept.isVisible()) await accept.click();
  await expect(page.getByText('Ready to publish.')).toBeVisible();
  await page.getByRole('button', { name: 'Publish now' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('No changes yet.')).toBeVisible();
  await street.press('End');
  await street.pressSequentially(' 9');
  await expect(sheet.page.getByLabel(NEW).first()).toBeVisible();
  await expect(street).toHaveValue('12 Harbor Street 9');
  await sheet.page.close();
  await open('History');
  await expect(page.locator('.rp-studio__history')).toContainText('Plainer words');
  await page.getByText('Audit log', { exact: true }).click();
  await expect(page.locator('.rp-studio__trail')).toContainText('publish');
  expect(await axeFindings(page)).toEqual([]);
  await another.goto('/studio?section=address');
  await expect(another.getByLabel(NEW).first()).toBeVisible();
  await page.route(SOURCES, async (route) => {
    await new Promise((resume) => setTimeout(resume, 3000));
    await route.continue();
  });
  await page
    .getByRole('button', { name: /^Undo version/ })
    .first()
    .click();
  await expect(page.locator('.rp-studio__history')).toContainText('Undid version');
  await expect(live().getByLabel(LABEL)).toBeVisible();
});

test('a question is added, tried and removed by keyboard, even while undone files are still loading', async () => {
  await open('Question');
  await page.getByText('Add a question').press('Enter');
  await page.getByLabel('Question label').fill('Name on the door');
  await page.getByLabel('Answer type').selectOption('Choice');
  await page.getByRole('button', { name: 'Add question' }).press('Enter');
  await expect(field('Name on the door')).toHaveAttribute('aria-pressed', 'true');
  await expect(editor().getByLabel('Label')).toHaveValue('Name on the door');
  await expect(live().getByText('First choice').first()).toBeVisible();
  await open('Publish');
  await expect(page.locator('.rp-studio__affected').first()).toContainText(/address: 0 of \d+ applications?/);
  expect(await axeFindings(page)).toEqual([]);
  await page.screenshot({ path: 'test-results/studio-added.png', fullPage: true });
  await open('Question');
  await page.getByRole('button', { name: 'Remove this question' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button').last().press('Enter');
  await expect(field('Name on the door')).toHaveCount(0);
  await open('Publish');
  await expect(page.getByText('No changes yet.')).toBeVisible();
  await page.unroute(SOURCES);
});

test('a question is duplicated, dragged and moved by keyboard, and each step is undone', async () => {
  const order = () => page.locator('.rp-studio__fields button').allInnerTexts();
  await open('Question');
  await field(LABEL).click();
  const before = await order();
  await page.getByRole('button', { name: 'Duplicate this question' }).click();
  await expect(field(`${LABEL} (copy)`)).toHaveAttribute('aria-pressed', 'true');
  await expect(live().getByLabel(`${LABEL} (copy)`).first()).toBeVisible();
  await field(`${LABEL} (copy)`).press('Alt+ArrowUp');
  await expect
    .poll(async () => (await order()).findIndex((one) => one.startsWith(`${LABEL} (copy)`)))
    .toBe(before.indexOf(LABEL));
  await page
    .locator('.rp-studio__fields li')
    .filter({ hasText: `${LABEL} (copy)` })
    .dragTo(page.locator('.rp-studio__fields li').filter({ hasText: 'Street address' }));
  await expect
    .poll(async () => (await order()).findIndex((one) => one.startsWith(`${LABEL} (copy)`)))
    .toBe(before.indexOf('Street address'));
  for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Undo the last change' }).click();
  await expect.poll(order).toEqual(before);
});

test('removing an answered question shows how many applications have an answer', async () => {
  await field("Landlord's name").first().click();
  await page.getByRole('button', { name: 'Remove this question' }).click();
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await open('Publish');
  await expect(page.locator('.rp-studio__affected').first()).toContainText(/address: [1-9]\d* of \d+ applications?/);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await expect(page.getByText('No changes yet.')).toBeVisible();
});

test('a viewer can open a draft by its link', async () => {
  await field(LABEL).click();
  await editor().getByLabel('Label').fill('Door');
  await open('Publish');
  await page.getByLabel('Note', { exact: true }).fill('Shorter');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  const link = await page.getByRole('link', { name: /studio\?draft=/ }).getAttribute('href');
  const colleague = await studio.newPage();
  await studio.logIn(colleague, 'lou@studio.example', 'look');
  await colleague.goto(`${link}&section=address`);
  await expect(colleague.getByText(/Draft \d+ by Kit publish: Shorter/)).toBeVisible();
  await expect(colleague.getByLabel('Door').first()).toBeVisible();
  await expect(colleague.locator('.rp-studio__edit')).toHaveCount(0);
});

test('a question is found in any section', async () => {
  await page.getByRole('searchbox', { name: 'Search questions' }).fill('emergency');
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: /an emergency contact/ })
    .first()
    .click();
  await expect(live().getByRole('heading', { level: 2 })).toContainText('Contacts');
  await expect(editor().getByLabel('Label')).toHaveValue(/emergency contact/);
});

for (const width of [360, 768, 1280])
  test(`nothing is cut off at ${width} pixels, and one tool is shown at a time`, async () => {
    await page.setViewportSize({ width, height: 900 });
    for (const panel of ['Question', 'Preview', 'Publish']) {
      await open(panel);
      await expect(page.locator('[data-part]:visible')).toHaveCount(1);
      const { wider, height } = await page.evaluate(() => ({
        wider: document.documentElement.scrollWidth - window.innerWidth,
        height: document.documentElement.scrollHeight,
      }));
      await page.screenshot({ path: `test-results/studio-${panel}-${width}.png`, fullPage: true });
      expect(wider).toBeLessThanOrEqual(0);
      expect(height).toBeLessThan(3000);
    }
    expect(await axeFindings(page)).toEqual([]);
  });
