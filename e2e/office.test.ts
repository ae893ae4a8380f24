import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { makeApplicant } from './support/applicant';
import { axeFindings } from './support/axe';
import { freshCopy } from './support/journey';
import { mailTo, portal } from './support/operator';

test.describe.configure({ mode: 'serial' });

const EMAIL = 'dana.whitlock@office.example';
let page: Page;

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage();
  await makeApplicant(page.request, freshCopy(robin, 'office'));
});
test.afterAll(() => page.context().close());

/** The address of the application that these tests act on: other files' applicants have its name too, and hand in beside them. */
let own = '';
const rowOf = (of: Page) => of.getByRole('row').filter({ has: of.locator(`a[href="${own}"]`) });

test('whoever the operator invited sets up an authenticator and finds what was handed in', async () => {
  const printed = await portal('office', 'invite', 'demo', EMAIL, '--name', 'Dana Whitlock', '--role', 'owner');
  const { pathname, hash } = new URL(/https?:\/\/\S+/.exec(printed)?.[0] ?? '');
  await page.goto(`${pathname}${hash}`);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Set up your authenticator' })).toBeVisible();
  const secret = await page.locator('code').innerText();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('The six digits that your authenticator shows now').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Robin Hale' }).first()).toContainText('New');
  expect(await axeFindings(page)).toEqual([]);
});

test('the list is searched, and the address keeps the search', async () => {
  await page.getByLabel('Search by name or number').fill('nobody at all');
  await expect(page.getByText('No application is like this.')).toBeVisible();
  await page.getByLabel('Search by name or number').fill('hal');
  await expect(page.getByRole('link', { name: 'Robin Hale' }).first()).toBeVisible();
  await expect(page).toHaveURL(/hal/);
  await page.reload();
  await expect(page.getByLabel('Search by name or number')).toHaveValue('hal');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as a table (CSV)' }).click();
  const table = await readFile(await (await download).path(), 'utf8');
  expect(table.split('\r\n').slice(1, -1).join()).toMatch(/^(\d+,.*,Robin Hale,.*)+$/);
});

test('one application is opened by keyboard: answers masked, the record verified', async () => {
  await page.getByRole('link', { name: 'Robin Hale' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Robin Hale' })).toBeVisible();
  own = new URL(page.url()).pathname;
  await expect(page.getByRole('heading', { name: 'Personal Details' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText('1990');
  await page.getByRole('button', { name: 'Verify the record' }).click();
  await expect(page.getByText('What was signed is still what is stored.')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test('what is masked is shown for a minute to who says why, and the timeline tells of it', async () => {
  await page.getByRole('button', { name: 'Reveal', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Dates of birth' }).check();
  await page.getByLabel('Why do you need to see it?').fill('To compare with the licence.');
  await page.getByRole('button', { name: 'Show for a minute' }).click();
  const panel = page.getByRole('region', { name: 'Reveal what is masked' });
  await expect(panel).toContainText('1990');
  await panel.getByRole('button', { name: 'Hide now' }).click();
  await expect(panel).not.toContainText('1990');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('To compare with the licence.');
});

test('it is put in review, noted and approved on a stated basis', async () => {
  await act('Put in review');
  await expect(page.locator('.of-head')).toContainText('In review');
  await page.getByLabel('A note for the office').fill('Call the landlord before.');
  await page.getByRole('button', { name: 'Add the note' }).click();
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Call the landlord before.');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').first().check();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Confirm/ }).click();
  await expect(page.locator('.of-head')).toContainText('Approved');
  await page.getByRole('link', { name: 'All applications' }).click();
  await expect(rowOf(page)).toContainText('Approved');
});

test('two people at once see what the other does, and the one who was slower is shown what stands', async ({
  browser,
}) => {
  const other = await (await browser.newContext()).newPage();
  const printed = await portal(
    'office',
    'invite',
    'demo',
    'lee@office.example',
    '--name',
    'Lee Park',
    '--role',
    'reviewer',
  );
  const { pathname, hash } = new URL(/https?:\/\/\S+/.exec(printed)?.[0] ?? '');
  await other.goto(`${pathname}${hash}`);
  await other.getByRole('button', { name: 'Log in' }).click();
  const secret = await other.locator('code').innerText();
  await other.getByLabel('The six digits that your authenticator shows now').fill(codeOf(secret));
  await other.getByRole('button', { name: 'Confirm' }).click();
  const row = rowOf(other);
  await expect(row).toContainText('Approved');
  await rowOf(page).getByRole('link').click();
  await act('Open again');
  // Nobody loads the list anew.
  await expect(row).toContainText('In review', { timeout: 20_000 });
  await row.getByRole('link').click();
  await other.getByRole('button', { name: 'Decline', exact: true }).click();
  const dialog = other.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Rental history', exact: true }).check();
  await dialog.getByRole('checkbox', { name: 'Identity', exact: true }).check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('checkbox').first().check();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Confirm/ })
    .click();
  await expect(other.locator('.of-head')).toContainText('Approved', { timeout: 20_000 });
  await dialog.getByRole('button', { name: /^Confirm/ }).click();
  await expect(dialog).toContainText('Somebody else has changed this application: it is “Approved” now.');
  await dialog.getByRole('button', { name: 'Show what stands' }).click();
  await other.getByLabel('A note for the office').fill('Agreed with Dana.');
  await other.getByRole('button', { name: 'Add the note' }).click();
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Agreed with Dana.', { timeout: 20_000 });
  await other.context().close();
  await page.getByRole('link', { name: 'All applications' }).click();
});

test('the owner invites somebody, gives them another role and removes them', async () => {
  await page.getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Noor Haddad');
  await page.getByLabel('E-mail address').fill('noor.haddad@office.example');
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByText('The invitation is on its way.')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Noor Haddad' });
  await expect(row).toContainText('Not set up');
  await expect.poll(() => mailTo('noor.haddad@office.example')).toContain('/office/enter#');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Role of Noor Haddad').selectOption({ label: 'Reviewer' });
  await expect(page.getByText('The role is changed.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Role of Noor Haddad')).toHaveValue('reviewer');
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 900 });
  await row.getByRole('button', { name: 'Remove Noor Haddad' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('link', { name: 'Applications' }).click();
});

test('nothing scrolls sideways on a phone', async () => {
  await page.setViewportSize({ width: 360, height: 780 });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBeLessThanOrEqual(360);
  await rowOf(page).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Robin Hale' })).toBeVisible();
  expect(await width()).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Log in to the office' })).toBeVisible();
});

/** Chooses an act and confirms it in its dialog. */
async function act(name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Confirm/ })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
