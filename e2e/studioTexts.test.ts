// cspell:ignore Picsart
import { type Page, test } from '@playwright/test';
import { axeFindings } from './support/axe';
import { expect } from './support/expect';
import { findEmail } from './support/operator';
import { type OwnStudio, openOwnStudio, openTool } from './support/ownStudio';

// cspell:ignore iniciar sesión abra inglés

/** Staff change texts and settings in the Studio without JSON. These tests have their own server. */
test.describe.configure({ mode: 'serial' });
let studio: OwnStudio;
let page: Page;

test.beforeAll(async ({ browser }) => {
  [studio, page] = await openOwnStudio(browser);
});
test.afterAll(() => studio?.close());

const view = (name: string) =>
  page.getByRole('group', { name: 'What you edit' }).getByRole('button', { name, exact: true }).click();
const open = (panel: string) => openTool(page, panel);
const row = (name: RegExp) => page.getByRole('region', { name: 'Wording' }).getByRole('group', { name });
const publishing = () => page.getByRole('region', { name: 'Before you publish' });

const RETENTION = 'When applications are removed';
const BEFORE = 'To log in to the Studio, open this link within 10 minutes:';
const AFTER = 'Open this link in the next 10 minutes:';

test('a sentence of an email is changed in English and Spanish, and a missing placeholder is reported', async () => {
  await view('Wording');
  await page.getByRole('searchbox', { name: 'Search wording' }).fill('log in to the Studio, open');
  const email = row(/To log in to the Studio/);
  const english = email.getByLabel('Text (English)');
  const text = await english.inputValue();
  await english.fill(text.replace(BEFORE, AFTER).replace('{link}', ''));
  await page.keyboard.press('Tab');
  const changed = row(/Open this link in the next/);
  await expect(
    changed.getByText('This text is missing a word in braces that readers need. {link}').first(),
  ).toBeVisible();
  await changed.getByLabel('Text (English)').fill(text.replace(BEFORE, AFTER));
  await changed.getByLabel('Text (Español)').focus();
  // The translation moved with the text.
  const spanish = await changed.getByLabel('Text (Español)').inputValue();
  expect(spanish).toContain('Para iniciar sesión en el Studio, abra');
  await changed.getByLabel('Text (Español)').fill(spanish.replace('Para iniciar sesión en el Studio, abra', 'Abra'));
  await page.keyboard.press('Tab');
  await expect(changed.getByText('This text is missing a word in braces that readers need. {link}')).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
});

test('undo and redo step through the changes', async () => {
  const spanish = row(/Open this link in the next/).getByLabel('Text (Español)');
  const after = await spanish.inputValue();
  await page.getByRole('button', { name: 'Undo the last change' }).click();
  await expect(spanish).toHaveValue(/Para iniciar sesión en el Studio/);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(spanish).toHaveValue(after);
});

test('a form sets when applications are removed, and reports numbers of days that are out of bounds', async () => {
  await view('Settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: RETENTION }).click();
  const days = page.getByLabel('Remove after (days)').first();
  await expect(days).toHaveValue('60');
  await days.fill('5');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('alert').first()).toContainText('A whole number from 30 to 3650.');
  await days.fill('50');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Applicants would be warned too late that we').first()).toBeVisible();
  await days.fill('90');
  await page.keyboard.press('Tab');
  expect(await axeFindings(page)).toEqual([]);
});

test('a section is moved by keyboard, and undo moves it back', async () => {
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Application steps' }).click();
  const steps = page.getByRole('region', { name: 'Settings' }).getByRole('group', { name: /^Actions for/ });
  const isFirst = (name: string) => expect(steps.nth(1)).toHaveAccessibleName(`Actions for ${name}`);
  await isFirst('Personal Details');
  await page.getByRole('button', { name: 'Move Personal Details down' }).press('Enter');
  await isFirst('Proof of Identity');
  await page.getByRole('button', { name: 'Undo the last change' }).click();
  await isFirst('Personal Details');
});

test('words and programs are added, words and checks are removed, and undo restores a check', async () => {
  const settings = page.getByRole('region', { name: 'Settings' });
  const nav = page.getByRole('navigation', { name: 'Settings' });
  await nav.getByRole('button', { name: 'Income document checks' }).click();
  const add = async (group: string, title: string, fields: Record<string, string>) => {
    const part = settings.getByRole('group', { name: group, exact: true });
    await part.locator('summary', { hasText: title }).click();
    for (const [label, value] of Object.entries(fields)) await part.getByLabel(label).fill(value);
    await part.getByRole('button', { name: title }).click();
  };
  await add('Words for self-employment', 'Add a word', { 'Word or phrase': 'Gig Work' });
  await expect(settings.getByRole('button', { name: 'Remove gig work' })).toBeVisible();
  await settings.getByRole('button', { name: 'Remove freelance', exact: true }).click();
  await expect(settings.getByRole('button', { name: 'Remove freelance', exact: true })).toHaveCount(0);
  await add('Programs that change documents', 'Add a program', {
    'Word in the file': 'Picsart',
    'Name that': 'Picsart',
  });
  await expect(settings.getByRole('textbox', { name: 'picsart' })).toHaveValue('Picsart');
  await settings.getByRole('group', { name: 'The gross pay', exact: true }).getByLabel('Pay stubs').uncheck();
  await settings.getByRole('button', { name: 'Remove A duplicate' }).click();
  await expect(settings.getByRole('group', { name: 'A duplicate', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo the last change' }).click();
  await expect(settings.getByRole('group', { name: 'A duplicate', exact: true })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await nav.getByRole('button', { name: 'Messages' }).click();
  await expect(settings.getByRole('checkbox', { name: 'Withdrawn', exact: true })).toBeChecked();
  await settings.getByRole('checkbox', { name: 'Declined', exact: true }).check();
});

test('published wording is in the next email, and published settings are shown after a reload', async () => {
  await open('Publish');
  await publishing().getByLabel('Note', { exact: true }).fill('A shorter email, and 90 days');
  await expect(publishing().getByText('Ready to publish.')).toBeVisible();
  await expect(publishing().getByText(/Unfinished applications are removed after 90 idle days/)).toBeVisible();
  await publishing().getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('No changes yet.')).toBeVisible();
  await studio.api.post('/api/studio/login', { data: { email: 'kit@studio.example' } });
  await expect
    .poll(() => findEmail('kit@studio.example', /Open this link in the next 10 minutes/, studio.server.data))
    .toBeDefined();
  await view('Settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: RETENTION }).click();
  await page.reload();
  await expect(page.getByLabel('Remove after (days)').first()).toHaveValue('90');
  await expect(page.getByText('draft', { exact: true })).toHaveCount(0);
});

for (const [width, scheme, language, place] of [
  [360, 'dark', 'Español', 'view=settings&file=retention.json'],
  [768, 'light', 'English', 'view=texts&file=emails/server'],
  [1280, 'light', 'Español', 'view=settings&file=flows/application.json'],
  [360, 'light', 'English', 'view=settings&file=checks/income.json'],
  [768, 'dark', 'Español', 'view=settings&file=checks/income.json'],
] as const)
  test(`nothing is cut off or unreadable at ${width} pixels, ${scheme}, ${language}: ${place}`, async () => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/studio?${place}`);
    await page.getByRole('button', { name: language, exact: true }).click();
    await expect(page.getByLabel(/\(English\)|days|días|\(inglés\)/i).first()).toBeVisible();
    await page.screenshot({ path: `test-results/studio-texts-${width}-${scheme}.png`, fullPage: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(await axeFindings(page)).toEqual([]);
  });
