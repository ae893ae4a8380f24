import { expect, type Page, test } from '@playwright/test';
import sam from '../schemas/personas/sam-ortega.json' with { type: 'json' };
import { enter, makeApplicant } from './support/applicant';
import { axeFindings } from './support/axe';
import { fieldOf } from './support/fill';
import { freshCopy } from './support/journey';
import { type OwnStudio, startOwnStudio } from './support/ownStudio';
import { toggleOf } from './support/panels';

/** On a server of its own: what is published here is asked of everybody. */
test.describe.configure({ mode: 'serial' });

const LABEL = 'Apartment or unit';
const NEW = 'Flat or unit number';
let studio: OwnStudio;
let page: Page;

const field = (name: string) => page.locator('.rp-studio__fields').getByRole('button', { name });
const editor = () => page.locator('.rp-studio__edit .rp-studio__form');
const live = () => page.locator('.rp-studio__pane');

test.beforeAll(async ({ browser }) => {
  studio = await startOwnStudio(browser);
  page = await studio.newPage();
});
test.afterAll(() => studio?.close());

test('without a log-in the Studio shows, and nothing is edited', async () => {
  const stranger = await studio.newPage();
  await stranger.goto('/studio?section=address');
  await expect(stranger.getByText('You can look. To edit, log in.')).toBeVisible();
  await expect(stranger.locator('.rp-studio__edit')).toHaveCount(0);
});

test('an editor changes a label in a form drawn by our own engine, and sees it in the form beside it', async () => {
  await studio.logIn(page, 'kit@studio.example', 'publish');
  await field(LABEL).click();
  await expect(editor().getByLabel('Label')).toHaveValue(LABEL);
  expect(await axeFindings(page)).toEqual([]);
  await editor().getByLabel('Label').fill(NEW);
  await expect(live().getByLabel(NEW)).toBeVisible();
  await expect(field(NEW)).toContainText('changed');
  await expect(page.locator('.rp-studio__diff [data-sign="+"]')).toContainText(`"title": "${NEW}"`);
});

test('what is missing is said as one types, and publishing waits for it', async () => {
  await page.getByLabel('Note', { exact: true }).fill('Plainer words');
  await expect(page.locator('.rp-studio__findings')).toContainText('missing-translation');
  await expect(page.getByRole('button', { name: 'Publish now' })).toBeDisabled();
  await page
    .getByRole('group', { name: /Español/ })
    .getByLabel(NEW)
    .fill('Número de apartamento o unidad');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Nothing holds it back.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish now' })).toBeEnabled();
});

test('a change that breaks the form is held back, with the mend', async () => {
  await page.getByRole('button', { name: 'JSON', exact: true }).click();
  const json = page.getByRole('textbox', { name: 'Text of address.schema.json' });
  await json.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('x');
  await expect(page.locator('.rp-studio__findings')).toContainText('not-json');
  await page.keyboard.press('Backspace');
  await expect(page.getByText('Nothing holds it back.')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test('a required answer, published by keyboard, is asked of everybody, in pages that are open too, and undo brings the old form back', async () => {
  const sheet = { page: await studio.newPage(), section: 'address' };
  await enter(sheet.page, await makeApplicant(studio.api, freshCopy(sam, 'studio'), 'saved'), '/identification');
  await toggleOf(sheet.page, 'address').click();
  const street = fieldOf(sheet, ['address', 0, 'street_address']);
  await street.fill('12 Harbor Street');
  await expect(sheet.page.getByLabel(LABEL).first()).toBeVisible();
  const another = await studio.newPage();
  await page.getByRole('button', { name: 'Form', exact: true }).click();
  await field(NEW).click();
  await editor().getByLabel('Has to be answered').check();
  const accept = page.getByRole('button', { name: /Let it through/ });
  await expect(accept.or(page.getByText('Nothing holds it back.'))).toBeVisible();
  if (await accept.isVisible()) await accept.click();
  await expect(page.getByText('Nothing holds it back.')).toBeVisible();
  await page.getByRole('button', { name: 'Publish now' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing is changed yet.')).toBeVisible();
  await street.press('End');
  await street.pressSequentially(' 9');
  await expect(sheet.page.getByLabel(NEW).first()).toBeVisible();
  await expect(street).toHaveValue('12 Harbor Street 9');
  await sheet.page.close();
  await page.getByText('History', { exact: true }).click();
  await expect(page.locator('.rp-studio__history')).toContainText('Plainer words');
  await expect(page.locator('.rp-studio__trail')).toContainText('publish');
  expect(await axeFindings(page)).toEqual([]);
  await another.goto('/studio?section=address');
  await expect(another.getByLabel(NEW).first()).toBeVisible();
  await page
    .getByRole('button', { name: /^Undo version/ })
    .first()
    .click();
  await expect(page.locator('.rp-studio__history')).toContainText('Undo of version');
  await expect(live().getByLabel(LABEL)).toBeVisible();
});

test('a question is added in a form, tried beside it, counted and taken away again, by keyboard', async () => {
  await page.getByText('Add a question').press('Enter');
  await page.getByLabel('Its label').fill('Name on the door');
  await page.getByLabel('Kind of answer').selectOption('Choice');
  await page.getByRole('button', { name: 'Add it' }).press('Enter');
  await expect(field('Name on the door')).toHaveAttribute('aria-pressed', 'true');
  await expect(editor().getByLabel('Label')).toHaveValue('Name on the door');
  await expect(live().getByText('First choice').first()).toBeVisible();
  await expect(page.locator('.rp-studio__affected')).toContainText(/address: none of \d+ applications/);
  expect(await axeFindings(page)).toEqual([]);
  await page.screenshot({ path: 'test-results/studio-added.png', fullPage: true });
  await page.getByRole('button', { name: 'Take this question away' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button').last().press('Enter');
  await expect(field('Name on the door')).toHaveCount(0);
  await expect(page.getByText('Nothing is changed yet.')).toBeVisible();
});

test('a question that people answered is counted before it is taken away, and the way out is offered', async () => {
  await field('Landlord name').first().click();
  await page.getByRole('button', { name: 'Take this question away' }).click();
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await expect(page.locator('.rp-studio__affected')).toContainText(/address: answers of [1-9]\d* of \d+ applications/);
  await page.getByRole('button', { name: 'Throw the changes away' }).click();
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await expect(page.getByText('Nothing is changed yet.')).toBeVisible();
});

test('a draft opens by its link for a colleague who may look', async () => {
  await field(LABEL).click();
  await editor().getByLabel('Label').fill('Door');
  await page.getByLabel('Note', { exact: true }).fill('Shorter');
  await page.getByRole('button', { name: 'Keep as a draft' }).click();
  const link = await page.getByRole('link', { name: /studio\?draft=/ }).getAttribute('href');
  const colleague = await studio.newPage();
  await studio.logIn(colleague, 'lou@studio.example', 'look');
  await colleague.goto(`${link}&section=address`);
  await expect(colleague.getByText(/Draft \d+ of Kit publish: Shorter/)).toBeVisible();
  await expect(colleague.getByLabel('Door').first()).toBeVisible();
  await expect(colleague.locator('.rp-studio__edit')).toHaveCount(0);
});

for (const width of [360, 768, 1280])
  test(`at ${width} pixels nothing is cut off sideways`, async () => {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator('.rp-studio__edit')).toBeVisible();
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await page.screenshot({ path: `test-results/studio-${width}.png`, fullPage: true });
    expect(wider).toBeLessThanOrEqual(0);
  });
