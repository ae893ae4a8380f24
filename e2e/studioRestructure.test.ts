// cspell:ignore Fmoving Fcity Cambiar Retirar Eliminar acciones borrador
import { type Page, test } from '@playwright/test';
import { axeFindings } from './support/axe';
import { expect } from './support/expect';
import { type OwnStudio, openOwnStudio, openTool } from './support/ownStudio';

/** Staff rename, move and retire questions and sections in the Studio. These tests have their own server. */
test.describe.configure({ mode: 'serial' });
let studio: OwnStudio;
let page: Page;

test.beforeAll(async ({ browser }) => {
  [studio, page] = await openOwnStudio(browser);
});
test.afterAll(() => studio?.close());

const field = (name: string | RegExp) => page.locator('.rp-studio__fields').getByRole('button', { name });
const dialog = () => page.getByRole('dialog');
const apply = () => dialog().getByRole('button', { name: 'Add to draft' });
const publishing = () => page.getByRole('region', { name: 'Before you publish' });

async function openMore(label: string, verb: string): Promise<void> {
  const more = page.getByRole('button', { name: `More actions for ${label}`, exact: true });
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
  await page
    .getByRole('group', { name: `More actions for ${label}` })
    .getByRole('button', { name: verb })
    .click();
}

async function choose(section: string): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Sections' });
  await nav.getByRole('searchbox').fill(section);
  await nav.getByRole('button', { name: section, exact: true }).first().click();
  await nav.getByRole('searchbox').fill('');
}

test('a question is renamed with its migration, and undo restores the name', async () => {
  await choose('Address');
  await field('Reason for moving').click();
  await openMore('Reason for moving', 'Rename');
  await expect(dialog().getByText('Current name: reason')).toBeVisible();
  await dialog().getByLabel('New name').fill('not a name');
  await expect(dialog().getByText(/use letters, digits and underscores/)).toBeVisible();
  await dialog().getByLabel('New name').fill('moving_reason');
  await expect(dialog().getByText('Applications with an answer')).toBeVisible();
  await dialog()
    .getByText(/Show \d+ changed files/)
    .click();
  await expect(dialog().getByText(/migrations\/\d+-rename-the-field-address/)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await apply().click();
  await expect(page).toHaveURL(/question=address%2F%5B%5D%2Fmoving_reason/);
  await openTool(page, 'Publish');
  await expect(publishing().getByText('Ready to publish.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo the last change' }).click();
  await expect(publishing().getByText('No changes yet.')).toBeVisible();
});

test('a question is retired and a section is moved in the same draft, and both are published', async () => {
  await openTool(page, 'Question');
  await field('Reason for moving').click();
  await openMore('Reason for moving', 'Retire');
  await apply().click();
  await expect(field('Reason for moving')).toHaveCount(0);
  await choose('Social Security Number');
  await page.route('**/studio/restructure', (route) => route.abort(), { times: 1 });
  await openMore('Social Security Number', 'Move to');
  await dialog().getByLabel('Step').selectOption('income');
  await dialog().getByRole('button', { name: 'Try again' }).click();
  await apply().click();
  await openTool(page, 'Publish');
  await publishing().getByLabel('Note', { exact: true }).fill('One question less');
  await expect(publishing().getByText('Ready to publish.')).toBeVisible();
  await publishing().getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('No changes yet.')).toBeVisible();
  await choose('Address');
  await expect(field('Street address').first()).toBeVisible();
  await expect(field('Reason for moving')).toHaveCount(0);
});

test('a section that a draft retires is shown as missing, and undo restores it', async () => {
  await choose('Other Details');
  await openMore('Other Details', 'Retire');
  await apply().click();
  await expect(page.getByText(/this section no longer exists or has another name/)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo the last change' }).click();
  await expect(page.getByText(/this section no longer exists/)).toHaveCount(0);
});

for (const [width, scheme, language, label, verb] of [
  [360, 'dark', 'English', 'Move to', 'Move to'],
  [768, 'light', 'Español', 'Cambiar el nombre', 'Cambiar el nombre'],
  [1280, 'dark', 'Español', 'Eliminar con las respuestas', 'Retirar'],
] as const)
  test(`nothing is cut off in a dialog at ${width} pixels, ${scheme}, ${language}`, async () => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    const value = language === 'Español' ? 'es' : 'en';
    await page.context().addCookies([{ name: 'language', value, url: page.url() }]);
    await page.goto('/studio?section=address&question=address%2F%5B%5D%2Fcity&panel=question');
    await page
      .getByRole('button', { name: /^(More actions for|Más acciones para)/ })
      .last()
      .click();
    await page.screenshot({ path: `test-results/studio-more-${width}.png` });
    await page
      .getByRole('group', { name: /^(More actions for|Más acciones para)/ })
      .getByRole('button', { name: label })
      .click();
    await expect(dialog()).toBeVisible();
    if (verb === 'Cambiar el nombre') await dialog().getByLabel('Nombre nuevo').fill('town');
    if (verb === 'Move to') await dialog().getByLabel('Position').selectOption({ index: 2 });
    await expect(dialog().getByRole('button', { name: /Add to draft|Agregar al borrador/ })).toBeEnabled();
    await page.screenshot({ path: `test-results/studio-restructure-${width}.png` });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });
