// cspell:ignore cambios
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Page, test } from '@playwright/test';
import sam from '../schemas/personas/sam-ortega.json' with { type: 'json' };
import { type Applicant, makeApplicant, openAsApplicant } from './support/applicant';
import { axeFindings } from './support/axe';
import { expect } from './support/expect';
import { openRow } from './support/fill';
import { withNewEmail } from './support/journey';
import { runPortalCommandIn } from './support/operator';
import { type OwnStudio, openOwnStudio, openTool } from './support/ownStudio';
import { findToggle } from './support/panels';

/**
 * A day of work in the Studio: previews, a subscriber's wording and settings, conditions, order, a schedule, history
 * and export. These tests have their own server.
 */
test.describe.configure({ mode: 'serial' });
let studio: OwnStudio;
let page: Page;

test.beforeAll(async ({ browser }) => {
  [studio, page] = await openOwnStudio(browser);
});
test.afterAll(() => studio?.close());

const live = () => page.locator('.rp-studio__pane');
const editor = () => page.locator('.rp-studio__edit .rp-studio__form');
const field = (name: string | RegExp) => page.locator('.rp-studio__fields').getByRole('button', { name });
const picker = (name: string) => page.locator('.rp-studio__side').getByLabel(name, { exact: true });
const open = (panel: string) => openTool(page, panel);
const scope = (name: string) => page.getByRole('group', { name: 'Who it applies to' }).getByRole('button', { name });
const SUBSCRIBER = 'Demo Homes';

async function choose(section: string, config = 'demo'): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Sections' });
  await nav.getByRole('searchbox').fill(section);
  await nav.getByRole('button', { name: section, exact: true }).first().click();
  await nav.getByRole('searchbox').fill('');
  await open('Preview');
  await picker('Settings to use').selectOption(config);
}

test("the preview shows a persona, another language and a phone's width", async () => {
  await page.getByRole('button', { name: 'Fill out as Sam Ortega' }).click();
  const filled = sam.flows.application.identification.address.address[0];
  await expect(live().getByLabel('Street address').first()).toHaveValue(filled?.street_address ?? '?');
  await expect(live().getByText('No errors. These answers can be saved.')).toBeVisible();
  await open('Preview');
  await picker('Language').selectOption('es');
  await expect(live().getByLabel('Dirección', { exact: false }).first()).toBeVisible();
  await page.getByLabel('At phone width (360 pixels)').click();
  const phone = page.frameLocator('.rp-studio__phone');
  await expect(phone.getByLabel('Dirección', { exact: false }).first()).toBeVisible();
  expect(await page.locator('.rp-studio__phone').evaluate((frame) => frame.clientWidth)).toBe(360);
  await page.getByLabel('At phone width (360 pixels)').click();
  await picker('Language').selectOption('');
  await expect(live().getByLabel('Street address').first()).toBeVisible();
});

test('Hide and Required change the preview right away', async () => {
  const reason = live().getByLabel('Reason for moving', { exact: false }).first();
  await expect(reason).toBeVisible();
  await picker('Reason for moving').selectOption('Hide');
  await expect(reason).toHaveCount(0);
  await picker('Reason for moving').selectOption('Required');
  await expect(reason).toBeVisible();
  await page.getByRole('button', { name: 'Clear the form' }).click();
  await page.getByRole('button', { name: 'Fill with an example' }).click();
  await reason.fill('');
  await page.getByText('Data and errors', { exact: true }).click();
  await expect(live().locator('.rp-studio__part').getByText('(required)').first()).toBeVisible();
  await page.getByRole('button', { name: 'Reset these settings' }).click();
});

test("one subscriber's messages and settings are edited, translated, published and undone", async () => {
  // Saves an application while the reason for moving is still shown.
  const saved = await makeApplicant(studio.api, withNewEmail(sam, 'words'), 'saved');
  await choose('Address', 'subscriber:demo');
  await open('Question');
  await scope(`Only for ${SUBSCRIBER}`).click();
  await field('Apartment or unit').click();
  await expect(editor().getByLabel('Label')).toHaveValue('Apartment or unit');
  await editor().getByLabel('Label').fill('Door');
  await editor().getByLabel('Help').fill('As on the bell.');
  await expect(live().getByLabel('Door').first()).toBeVisible();
  await expect(field('Apartment or unit')).toContainText('custom text');
  const panel = page.getByRole('region', { name: 'Publish these settings' });
  await open('Publish');
  await expect(panel.getByText("“Door” isn't translated yet (Español).")).toBeVisible();
  await open('Question');
  const spanish = page.getByRole('group', { name: `${SUBSCRIBER}: missing translations (Español)` });
  await spanish.getByLabel('Door').fill('Puerta');
  await spanish.getByLabel('As on the bell.').fill('Como en el timbre.');
  await page.keyboard.press('Tab');
  await open('Preview');
  await picker('Reason for moving').selectOption('Hide');
  await open('Publish');
  expect(await axeFindings(page)).toEqual([]);
  await panel.getByLabel('Note', { exact: true }).fill('As this house says');
  await expect(panel.getByText('Ready to publish.')).toBeVisible();
  await panel.getByRole('button', { name: 'Publish now' }).click();
  await expect(panel).toHaveCount(0);

  const applicant = await studio.newPage();
  const { street } = await openAddress(applicant, saved);
  await expect(applicant.getByLabel('Door').first()).toBeVisible();
  await expect(applicant.getByText('As on the bell.').first()).toBeVisible();
  await expect(applicant.getByLabel('Reason for moving', { exact: false })).toHaveCount(0);
  await street.fill('12 Harbor Street');
  await applicant.getByRole('button', { name: 'Español' }).click();
  const address = findToggle(applicant, 'address');
  if ((await address.getAttribute('aria-expanded')) !== 'true') await address.click();
  await openRow({ page: applicant, section: 'address' }, ['address', 0]);
  await expect(applicant.getByLabel('Puerta').first()).toBeVisible();
  await applicant.context().close();

  await open('History');
  await expect(page.locator('.rp-studio__history')).toContainText('As this house says');
  await page
    .getByRole('button', { name: /^Undo version/ })
    .first()
    .click();
  await expect(page.locator('.rp-studio__history')).toContainText('Undid version 1');
  await expect(live().getByLabel('Apartment or unit').first()).toBeVisible();
});

async function openAddress(applicant: Page, who: Applicant) {
  await openAsApplicant(applicant, who, '/identification');
  await findToggle(applicant, 'address').click();
  await openRow({ page: applicant, section: 'address' }, ['address', 0]);
  return { street: applicant.getByLabel('Street address').first() };
}

test('a question can depend on either of two answers', async () => {
  await choose('Social Security Number');
  await open('Question');
  await field('Tell us why').click();
  const rows = editor().locator('[id*="asked_"]');
  await expect(rows.first()).toBeVisible();
  await editor().getByRole('button', { name: 'Add a condition' }).click();
  const question = editor()
    .getByRole('combobox', { name: /^Question/ })
    .last();
  await question.selectOption({ value: 'isUS_citizen' });
  await editor().getByRole('checkbox', { name: 'No', exact: true }).last().check();
  await editor().getByLabel('at least one must be true').check();
  await open('Publish');
  await page.getByText('Show JSON: differences').click();
  await expect(page.locator('.rp-studio__diff').first()).toContainText('isUS_citizen');
  await live().getByLabel('No', { exact: true }).first().check();
  expect(await axeFindings(page)).toEqual([]);
  await discardDraft();
});

async function discardDraft(): Promise<void> {
  await open('Publish');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await expect(page.getByText('No changes yet.')).toBeVisible();
}

test('a moved group becomes active as scheduled and is exported as a file', async () => {
  // A subscriber's sample may sort the questions. Without one, they're in the file's order.
  await choose('Contacts', '');
  await open('Question');
  const isFirst = async (one: string, other: string) => {
    const text = await live().locator('.rp-studio__form').innerText();
    return text.includes(one) && text.indexOf(one) < text.indexOf(other);
  };
  const [known, emergency] = ['Can you give us a reference?', 'Can you give us an emergency contact?'];
  await expect.poll(() => isFirst(known, emergency)).toBe(true);
  await field('Can you give us a reference?').click();
  await page.getByRole('button', { name: 'Move Can you give us a reference? down' }).click();
  await expect.poll(() => isFirst(emergency, known)).toBe(true);
  const panel = page.getByRole('region', { name: 'Before you publish' });
  await open('Publish');
  await panel.getByLabel('Note', { exact: true }).fill('Emergencies first');
  await expect(panel.getByText('Ready to publish.')).toBeVisible();
  await panel.getByLabel('Publish on').fill('2099-01-01T08:00');
  await panel.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText('No changes yet.')).toBeVisible();
  await open('History');
  const waiting = page.locator('.rp-studio__history li').filter({ hasText: 'Emergencies first' });
  await expect(waiting).toContainText('scheduled');
  await waiting.getByRole('button', { name: 'Withdraw' }).click();
  await expect(waiting).toContainText('withdrawn');

  const version = await studio.server.version();
  await open('Question');
  await field('Can you give us a reference?').click();
  await page.getByRole('button', { name: 'Move Can you give us a reference? down' }).click();
  await open('Publish');
  await panel.getByLabel('Note', { exact: true }).fill('Emergencies first, now');
  await expect(panel.getByText('Ready to publish.')).toBeVisible();
  await panel.getByLabel('Publish on').fill(minuteNow());
  await panel.getByRole('button', { name: 'Schedule' }).click();
  await expect.poll(() => studio.server.version(), { timeout: 30_000 }).not.toBe(version);
  const folder = await mkdtemp(path.join(tmpdir(), 'export-'));
  await runPortalCommandIn(studio.server.data, 'schemas', 'export', '--to', folder);
  const exported = JSON.parse(await readFile(path.join(folder, 'contacts.schema.json'), 'utf8'));
  expect(Object.keys(exported.properties)[0]).not.toBe('reference');
});

/** Returns the current minute in the format of a date and time field. */
function minuteNow(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

test('the Studio and its field editor are in Spanish for Spanish readers', async () => {
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Studio' })).toBeVisible();
  await page.locator('[data-name=preview]').click();
  await expect(picker('Can you give us a reference?').locator('option').first()).toContainText(
    'Sin cambios: sin definir',
  );
  await page.locator('[data-name=question]').click();
  await page.locator('.rp-studio__fields').getByRole('button').first().click();
  await expect(editor().getByLabel('Etiqueta')).toBeVisible();
  await expect(editor().getByRole('button', { name: 'Agregar una condición' })).toBeVisible();
});

for (const [width, scheme] of [
  [360, 'dark'],
  [768, 'light'],
  [1280, 'dark'],
] as const)
  test(`nothing is cut off or unreadable in Spanish at ${width} pixels, ${scheme}`, async () => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator('.rp-studio__edit')).toBeVisible();
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await page.screenshot({ path: `test-results/studio-es-${scheme}-${width}.png`, fullPage: true });
    expect(wider).toBeLessThanOrEqual(0);
    expect(await axeFindings(page)).toEqual([]);
  });
