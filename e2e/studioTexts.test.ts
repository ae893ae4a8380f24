import { type Page, test } from '@playwright/test';
import { axeFindings } from './support/axe';
import { expect } from './support/expect';
import { mailTo } from './support/operator';
import { type OwnStudio, startOwnStudio } from './support/ownStudio';

/** Staff change texts and settings in the Studio without JSON, on its own server. */
test.describe.configure({ mode: 'serial' });
let studio: OwnStudio;
let page: Page;

test.beforeAll(async ({ browser }) => {
  studio = await startOwnStudio(browser);
  page = await studio.newPage();
  await studio.logIn(page, 'kit@studio.example', 'publish');
});
test.afterAll(() => studio?.close());

const view = (name: string) =>
  page.getByRole('group', { name: 'What you edit' }).getByRole('button', { name, exact: true }).click();
const open = (panel: string) =>
  page
    .getByRole('group', { name: 'Tools' })
    .getByRole('button', { name: new RegExp(`^${panel}`) })
    .click();
const row = (name: RegExp) => page.getByRole('region', { name: 'Texts' }).getByRole('group', { name });
const publishing = () => page.getByRole('region', { name: 'Before you publish' });

const BEFORE = 'To log in to the Studio, open this link within 10 minutes:';
const AFTER = 'Open this link in the next 10 minutes:';

test("an email's sentence is changed in English and Spanish, and a lost placeholder blocks it", async () => {
  await view('Texts');
  await page.getByRole('searchbox', { name: 'Search texts' }).fill('log in to the Studio, open');
  const email = row(/To log in to the Studio/);
  const english = email.getByLabel('Text (English)');
  const text = await english.inputValue();
  await english.fill(text.replace(BEFORE, AFTER).replace('{link}', ''));
  const changed = row(/Open this link in the next/);
  await expect(changed.getByText('A text has lost a placeholder. {link}').first()).toBeVisible();
  await changed.getByLabel('Text (English)').fill(text.replace(BEFORE, AFTER));
  await changed.getByLabel('Text (Español)').focus();
  // The translation moved with the text.
  const spanish = await changed.getByLabel('Text (Español)').inputValue();
  expect(spanish).toContain('Para iniciar sesión en el Studio, abra');
  await changed.getByLabel('Text (Español)').fill(spanish.replace('Para iniciar sesión en el Studio, abra', 'Abra'));
  await page.keyboard.press('Tab');
  await expect(changed.getByText('A text has lost a placeholder. {link}')).toHaveCount(0);
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

test('what was published is live: the next email has the new sentence', async () => {
  await open('Publish');
  await publishing().getByLabel('Note', { exact: true }).fill('A shorter email');
  await expect(publishing().getByText('Ready to publish.')).toBeVisible();
  await publishing().getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('No changes yet.')).toBeVisible();
  await studio.api.post('/api/studio/login', { data: { email: 'kit@studio.example' } });
  await expect
    .poll(() => mailTo('kit@studio.example', /Open this link in the next 10 minutes/, studio.server.data))
    .toBeDefined();
});

for (const [width, scheme] of [
  [360, 'dark'],
  [768, 'light'],
  [1280, 'light'],
] as const)
  test(`nothing is cut off or unreadable at ${width} pixels, ${scheme}`, async () => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    for (const [path, name] of [['view=texts&file=emails/server', 'texts']] as const) {
      await page.goto(`/studio?${path}`);
      await expect(page.getByRole('group', { name: 'What you edit' })).toBeVisible();
      await expect(page.getByLabel(/English/).first()).toBeVisible();
      await page.screenshot({ path: `test-results/studio-${name}-${width}.png` });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      expect(await axeFindings(page)).toEqual([]);
    }
  });
