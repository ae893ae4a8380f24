import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { drawSheet } from '../tests/sampleDocuments/drawSheet';
import { editedStubs, TRUE_SUMS } from '../tests/sampleDocuments/editedStubs';
import { type Applicant, makeApplicant, uploadByApi } from './support/applicant';
import { axeFindings } from './support/axe';
import { withNewEmail } from './support/journey';
import { logInToOffice, openInvitation, setUpAuthenticator } from './support/officeLogin';
import { findEmail } from './support/operator';

test.describe.configure({ mode: 'serial' });

const EMAIL = 'dana.whitlock@office.example';
let page: Page;

/** The document type `pay stub`, and the persona's first employer. */
const STUB = { type: 3, source: 1 };

test.beforeAll(async ({ browser }, info) => {
  page = await (await browser.newContext()).newPage();
  const applicant = await makeApplicant(page.request, withNewEmail(robin, 'office'));
  const file = info.outputPath('two-stubs.pdf');
  await writeFile(file, await drawSheet(editedStubs('table', [TRUE_SUMS, { ...TRUE_SUMS, gross: 3200 }])));
  await uploadByApi(applicant, STUB.type, file, STUB.source);
  own = `/office/applications/${await numberOf(applicant)}`;
});
test.afterAll(() => page.context().close());

/** Path of the application of these tests. Other tests' applications have the same name. */
let own = '';

async function numberOf({ request, trnId, headers }: Applicant): Promise<string> {
  const answer = await request.get(`/api/application/summary/${trnId}`, { headers });
  return (await answer.json()).records.applicationID;
}

const rowOf = (of: Page) => of.getByRole('row').filter({ has: of.locator(`a[href="${own}"]`) });

test('an invited user sets up an authenticator and finds submitted applications', async () => {
  await openInvitation(page, { email: EMAIL, name: 'Dana Whitlock', role: 'owner' });
  expect(await axeFindings(page)).toEqual([]);
  await setUpAuthenticator(page);
  await expect(page.getByRole('row').filter({ hasText: 'Robin Hale' }).first()).toContainText('New');
  expect(await axeFindings(page)).toEqual([]);
});

test('a search is kept in the URL', async () => {
  await page.getByRole('textbox', { name: 'Search' }).fill('nobody at all');
  await expect(page.getByText('No applications match. Change your search or filters.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search' }).fill('hal');
  await expect(page.getByRole('link', { name: 'Robin Hale' }).first()).toBeVisible();
  await expect(page).toHaveURL(/hal/);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue('hal');
  await page.getByLabel('Sort by').selectOption({ label: 'Name, Z to A' });
  await page.getByLabel('Status').selectOption({ label: 'Declined' });
  await expect(page).toHaveURL(/search=hal&status=declined&sort=name&order=desc/);
  await page.getByRole('link', { name: 'Applications' }).click();
  await expect(page.getByLabel('Status')).toHaveValue('');
  await page.getByRole('textbox', { name: 'Search' }).fill('hal');
  await expect(page).toHaveURL(/hal/);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  const table = await readFile(await (await download).path(), 'utf8');
  expect(table.split('\r\n').slice(1, -1).join()).toMatch(/^(\d+,.*,Robin Hale,.*)+$/);
});

test('filters are saved as a view that survives a reload and can be deleted', async () => {
  await page.goto('/office');
  await page.getByLabel('Status').selectOption({ label: 'New' });
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('dialog').getByLabel('View name').fill('To start');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save view' }).click();
  const view = page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name: 'To start' });
  await expect(view).toHaveAttribute('aria-current', 'true');
  await page.goto('/office');
  await view.click();
  await expect(page.getByLabel('Status')).toHaveValue('submitted');
  await page.getByRole('button', { name: 'Delete the view “To start”' }).click();
  await expect(view).toHaveCount(0);
});

test('the figures are shown as a chart that works by keyboard and as a table, and an owner downloads the audit log', async () => {
  await page.goto('/office/figures');
  const chart = page.locator('.of-chart [role="application"]');
  await expect(chart).toBeVisible();
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.recharts-tooltip-wrapper')).toContainText('Applications submitted');
  await page.getByText('Show as a table').click();
  await expect(page.getByRole('table', { name: 'Applications over time' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the audit log as CSV' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain('Application submitted');
});

test('a printed review is expanded and has no buttons or files', async () => {
  await page.goto(own);
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Bluebonnet Books, Store manager')).toBeVisible();
  for (const hidden of [
    page.getByRole('button'),
    page.locator('.of-document'),
    page.getByRole('link', { name: 'Download PDF' }),
  ])
    await expect(hidden.filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
});

test('an application opened with the keyboard has masked answers and a verified record', async () => {
  await page.goto('/office');
  await page.locator(`a[href="${own}"]`).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Robin Hale' })).toBeVisible();
  await page.locator('.of-fold').evaluateAll((folds) => {
    for (const fold of folds) fold.setAttribute('open', '');
  });
  // As in the applicant's own review, sections and rows have names, and files are next to their answers.
  await expect(page.getByRole('region', { name: 'Personal Details' })).toContainText('Robin J Hale');
  await expect(page.getByRole('region', { name: 'Needs your attention' })).toBeVisible();
  const employer = page.getByRole('region', { name: /Bluebonnet Books, Store manager/ });
  await expect(employer.getByText('500 Congress Ave, Austin, TX 78701')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Bank account 1', exact: true })).toContainText('••••••');
  await expect(page.locator('body')).not.toContainText('1990');
  await page.getByRole('button', { name: 'Verify the record' }).click();
  await expect(page.getByText('The record is intact: nothing has changed since it was signed.')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test('a PDF is shown one page at a time, next to the values read from it', async () => {
  // A stub can show an SSN and an account number, so opening it requires a reason.
  await expect(page.getByRole('button', { name: 'Open two-stubs.pdf' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show hidden details: two-stubs.pdf' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox', { name: 'Bank accounts' })).toBeChecked();
  await dialog.getByLabel('Why do you need to see it?').fill('To check the pay.');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Show details' }).click();
  await page.getByRole('button', { name: 'Open two-stubs.pdf' }).scrollIntoViewIfNeeded();
  const inks = (name: string) =>
    page.getByRole('img', { name }).evaluate((canvas: HTMLCanvasElement) => {
      const pixels =
        canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
      return { inks: new Set(pixels).size, sum: pixels.reduce((sum, one) => sum + one, 0) };
    });
  await expect(page.getByRole('status').filter({ hasText: 'Page 1 of 2' })).toBeVisible({ timeout: 30_000 });
  const first = await inks('two-stubs.pdf, page 1 of 2');
  expect(first.inks).toBeGreaterThan(20);
  const next = page.getByRole('group', { name: 'two-stubs.pdf' }).getByRole('button', { name: 'Next' });
  await next.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Page 2 of 2' })).toBeVisible();
  await expect.poll(async () => (await inks('two-stubs.pdf, page 2 of 2')).sum).not.toBe(first.sum);
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  const contradictions = page.getByRole('region', { name: "Details that don't add up" });
  await expect(contradictions.getByRole('listitem')).toContainText([
    'The earnings listed add up to $2,000.00, but the gross pay is $3,200.00.',
  ]);
  // The figures are marked in the image, and so is the other stub's pay.
  await contradictions.getByRole('button', { name: /^Show in the file: The earnings listed/ }).press('Enter');
  await expect(page.getByText(/^Marked on page 2: The earnings listed/)).toBeVisible();
  await page.getByRole('button', { name: 'Show in the file: Gross pay for the period, $2,000.00' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Page 1 of 2' })).toBeVisible();
  await expect(page.locator('[data-mark]').first()).toBeVisible();
  expect(await inkBelowMark(page)).toBeGreaterThan(20);
  expect(await axeFindings(page)).toEqual([]);
});

/** Counts dark pixels below a mark, to check that it's on the figure. */
const inkBelowMark = (of: Page) =>
  of
    .locator('[data-mark]')
    .first()
    .evaluate((mark) => {
      const canvas = mark.parentElement?.querySelector('canvas');
      const [place, whole] = [mark.getBoundingClientRect(), canvas?.getBoundingClientRect()];
      if (!canvas || !whole) return 0;
      const scale = canvas.width / whole.width;
      const at = [place.x - whole.x, place.y - whole.y, place.width, place.height];
      const [x = 0, y = 0, width = 1, height = 1] = at.map((one) => Math.round(one * scale));
      const pixels = canvas.getContext('2d')?.getImageData(x, y, width, height).data ?? new Uint8ClampedArray();
      return pixels.filter((value, n) => n % 4 === 0 && value < 100).length;
    });

test('giving a reason shows masked facts for a minute, and the timeline records it', async () => {
  await page.clock.install();
  const panel = page.getByRole('region', { name: 'Hidden details' });
  await panel.getByRole('button', { name: 'Show hidden details' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Show details' }).click();
  await expect(dialog.getByRole('link', { name: /Choose what you need to see/ })).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Dates of birth' }).check();
  await dialog.getByLabel('Why do you need to see it?').fill('To compare with the license.');
  await dialog.getByRole('button', { name: 'Show details' }).click();
  await expect(panel).toContainText('1990');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('To compare with the license.');
  await page.clock.fastForward(50_000);
  await expect(panel).toContainText('1990');
  await page.clock.fastForward(11_000);
  await expect(panel).not.toContainText('1990');
  // No reason is needed for the rest of the 15 minutes.
  await panel.getByRole('button', { name: 'Show the answers again' }).click();
  await expect(panel).toContainText('1990');
  await panel.getByRole('button', { name: 'Hide now' }).click();
  await expect(panel).not.toContainText('1990');
});

test('at 360 px every decision is in sight without scrolling sideways', async () => {
  await page.setViewportSize({ width: 360, height: 780 });
  const decisions = await page.getByRole('region', { name: 'Next step' }).getByRole('button').all();
  expect(decisions.length).toBeGreaterThan(3);
  for (const decision of decisions) {
    const box = (await decision.boundingBox()) ?? { x: -1, width: 0 };
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(360);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('the form for requesting documents shows an error, then previews the email and sends it', async () => {
  await act('Start review');
  await expect(page.locator('.of-head')).toContainText('In review');
  let letCome = () => {};
  const comes = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route('**/api/forms/office/documents*', async (route) => {
    await comes;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Ask for documents', exact: true }).click();
  const dialog = page.getByRole('dialog');
  // The button is disabled while the form loads, so no click is lost.
  await expect(dialog.getByRole('button', { name: 'Preview the email' })).toBeDisabled();
  letCome();
  // The missing document is preselected.
  const document = dialog.getByRole('combobox', { name: 'Document' }).first();
  await expect(document).not.toHaveValue('');
  await expect(dialog.getByRole('button', { name: 'Preview the email' })).toBeEnabled();
  await document.selectOption('');
  await dialog.getByRole('button', { name: 'Preview the email' }).click();
  await expect(dialog.getByRole('link', { name: /Choose a document/ })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await document.selectOption({ label: 'Other documents' });
  await dialog.getByRole('textbox').first().fill('Your tax return of last year.');
  await dialog.getByRole('button', { name: 'Preview the email' }).click();
  await expect(dialog.locator('.of-email')).toContainText('Other documents: Your tax return of last year.');
  await dialog.getByRole('button', { name: 'Ask for documents and send the email' }).click();
  await expect(page.locator('.of-head')).toContainText('Documents needed');
  await expect(
    page.getByText(/Your tax return of last year\. \(Requested, due [A-Z][a-z]{2} \d+, \d{4}\)/),
  ).toBeVisible();
});

test('declining because of a consumer report requires its agency and previews the letter', async () => {
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Rental history', exact: true }).check();
  const agency = dialog.getByRole('textbox', { name: /^Agency/ });
  await expect(agency).toHaveCount(0);
  await dialog.getByRole('checkbox', { name: 'A consumer report' }).check();
  await expect(agency).toBeVisible();
  const preview = dialog.getByRole('button', { name: 'Preview the email' });
  await preview.click();
  await expect(dialog.getByRole('link', { name: /Enter the name of the agency/ })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await agency.fill('Example Reports');
  await dialog.getByRole('textbox', { name: /^Address/ }).fill('1 Main St, Austin, TX 78701');
  await dialog.getByRole('textbox', { name: /^Toll-free/ }).fill('512 555 0100');
  await dialog.getByText('No', { exact: true }).click();
  await preview.click();
  await expect(dialog.getByRole('link', { name: /Enter a toll-free number/ })).toBeVisible();
  await dialog.getByRole('textbox', { name: /^Toll-free/ }).fill('800 555 0100');
  await preview.click();
  const email = dialog.locator('.of-email');
  await expect(email).toBeFocused();
  await expect(email).toContainText(/Notice of adverse action.*Example Reports.*\(800\) 555-0100/s);
  // The contact sentence appears only once, in the letter.
  expect((await email.innerText()).match(/If you have questions/g)).toHaveLength(1);
  await expect(dialog.getByRole('button', { name: 'Decline and send the email' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Go back and edit' }).click();
  await expect(agency).toHaveValue('Example Reports');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close without saving' }).click();
  await expect(dialog).toHaveCount(0);
});

test('an owner adds a note and approves an application on a stated basis', async () => {
  await act('Start review');
  await expect(page.locator('.of-head')).toContainText('In review');
  await page.getByLabel('Note for the office').fill('Call the landlord before.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Call the landlord before.');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').first().check();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Preview the email' }).click();
  await dialog.getByRole('button', { name: 'Approve and send the email' }).click();
  await expect(page.locator('.of-head')).toContainText('Approved');
  await page.getByRole('link', { name: 'All applications' }).click();
  await expect(rowOf(page)).toContainText('Approved');
});

test("two users see each other's changes, and the slower one gets the current status", async ({ browser }) => {
  const other = await (await browser.newContext()).newPage();
  await logInToOffice(other, { email: 'lee@office.example', name: 'Lee Park', role: 'reviewer' });
  const row = rowOf(other);
  await expect(row).toContainText('Approved');
  await rowOf(page).getByRole('link').click();
  await act('Reopen');
  // The list updates without reloading.
  await expect(row).toContainText('In review', { timeout: 20_000 });
  await row.getByRole('link').click();
  await other.getByRole('button', { name: 'Decline', exact: true }).click();
  const dialog = other.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Rental history', exact: true }).check();
  await dialog.getByRole('checkbox', { name: 'Identity', exact: true }).check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('checkbox').first().check();
  await page.getByRole('dialog').getByRole('button', { name: 'Preview the email' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve and send the email' }).click();
  await expect(other.locator('.of-head')).toContainText('Approved', { timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Preview the email' }).click();
  await expect(dialog).toContainText('This application has changed. Its status is now “Approved.”');
  await dialog.getByRole('button', { name: 'Show current status' }).click();
  await other.getByLabel('Note for the office').fill('Agreed with Dana.');
  await other.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Agreed with Dana.', { timeout: 20_000 });
  await other.context().close();
  await page.getByRole('link', { name: 'All applications' }).click();
});

test('the owner invites a user, changes their role and removes them', async () => {
  await page.getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Noor Haddad');
  await page.getByLabel('Email address').fill('noor.haddad@office.example');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('We sent the invitation.')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Noor Haddad' });
  await expect(row).toContainText('Not set up');
  await expect.poll(() => findEmail('noor.haddad@office.example')).toContain('/office/enter#');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Role of Noor Haddad').selectOption({ label: 'Reviewer' });
  await expect(page.getByText('The role was changed.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Role of Noor Haddad')).toHaveValue('reviewer');
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 900 });
  await row.getByRole('button', { name: 'Remove Noor Haddad' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await row.getByRole('button', { name: 'Remove Noor Haddad' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('link', { name: 'Applications' }).click();
});

test("the list and an application don't scroll sideways on a phone", async () => {
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

/** Selects a decision and confirms its dialog. */
async function act(name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `${name} and send the email` })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
