import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { watchConsole } from './support/console';
import { makeDocument } from './support/documents';
import { findField, openRow } from './support/fill';
import { deleteSources, readCompleteSteps, readSession } from './support/session';
import { draftSection, openStep, ROUTES, startAt } from './support/start';

const { employers, banking } = robin.flows.application.income;
const [employer] = employers.employer;
/** 2,500 every two weeks is 5,416.67 a month. The pay stub's 2,000 is 4,333.33 a month. */
const overstated = { ...employers, employer: [{ ...employer, avrgross_pay: 2500 }] };

/** One applicant for the whole file, and a new one after a failure. */
let context: BrowserContext;
let page: Page;
let problems: string[];
// Runs the tests in order, because they share a page.
test.describe.configure({ mode: 'default' });
test.beforeAll(async ({ browser }) => {
  context = await browser.newContext();
  page = await context.newPage();
  problems = watchConsole(page);
  await startAt(page, robin, 'income', 'income');
  await fillIn(overstated);
});
test.afterAll(() => context.close());
test.afterEach(() => expect(problems.splice(0)).toEqual([]));

const source = () => page.locator('[id="employers_employer_0"]');
const files = () => source().getByRole('group', { name: 'Proof of employment' });
const card = (name: string) => files().locator('.rp-file').filter({ hasText: name });
const payCard = () => files().getByText('Gross pay', { exact: true }).locator('xpath=../..');
const chooser = () => files().locator('input[type=file]');
const next = () => page.getByRole('button', { name: 'Next', exact: true });
const alert = () => page.getByRole('alertdialog', { name: 'Important Alert!' });

/** Saves valid income answers with these employers, and opens the first one. */
async function fillIn(answers: unknown): Promise<void> {
  await draftSection(page, 'employers', answers);
  await draftSection(page, 'other-income', { response: 'No' });
  await draftSection(page, 'banking', banking);
  await page.goto('/atss/data-policy');
  await page.goto(`${ROUTES.income}#ei`);
  await openSource();
}

const openSource = () => openRow({ page, section: 'employers' }, ['employer', 0]);

test('document checks and covered weeks appear without a reload', async () => {
  await expect(source().getByText(/Your documents show gross pay of/)).toBeVisible({ timeout: 30_000 });
  await expect(source().getByText('All 4 weeks covered')).toBeVisible();
  const stub = card('pay-stub.pdf');
  await expect(stub.getByText('Looks good')).toBeVisible();
  await expect(stub.getByText(/^What we read: Pay stub\s· Robin J Hale\s· /)).toBeVisible();
  await expect(stub.getByRole('button')).toHaveText([/pay-stub\.pdf/, 'Replace', 'Delete']);
  expect(await axeFindings(page)).toEqual([]);
  await chooser().setInputFiles(await makeDocument('w2', test.info().outputPath('documents')));
  const w2 = card('w2.pdf');
  // All weeks are covered without it.
  await expect(w2.locator('[data-verdict]')).toHaveText('Not needed', { timeout: 30_000 });
  await expect(w2.getByText(/^Your other files cover everything we need/)).toBeVisible();
  await expect(w2.getByRole('button')).toHaveText([/w2\.pdf/, 'Delete', 'Explain']);
  await expect(w2.getByRole('textbox')).toHaveCount(0);
});

test("at 360 px a card's links are apart, and a button ends as far from the bottom as from the side", async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  const links = card('pay-stub.pdf').locator('.rp-file-links button');
  const [replace, remove] = await Promise.all([links.nth(0).boundingBox(), links.nth(1).boundingBox()]);
  expect((remove?.x ?? 0) - (replace?.x ?? 0) - (replace?.width ?? 0)).toBeGreaterThanOrEqual(24);
  const unneeded = card('w2.pdf');
  const [box, button, explain] = await Promise.all([
    unneeded.boundingBox(),
    unneeded.getByRole('button', { name: 'Delete w2.pdf' }).boundingBox(),
    unneeded.getByRole('button', { name: 'Explain: w2.pdf' }).boundingBox(),
  ]);
  if (!box || !button || !explain) throw new Error('A card or its buttons have no size');
  expect(box.y + box.height - button.y - button.height).toBeCloseTo(button.x - box.x, 0);
  expect(Math.min(button.height, explain.height)).toBeGreaterThanOrEqual(44);
  expect(explain.x - button.x - button.width).toBeGreaterThanOrEqual(24);
  const help = await source()
    .getByText(/^Pay stubs for the last 4 weeks/)
    .boundingBox();
  const first = await card('pay-stub.pdf').boundingBox();
  expect((first?.y ?? 0) - (help?.y ?? 0) - (help?.height ?? 0)).toBeGreaterThanOrEqual(12);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test("a job that began years ago has no box for a new job, and the documents' pay is shown while it differs", async () => {
  await expect(source().getByRole('checkbox', { name: /^I'm starting a new job/ })).toHaveCount(0);
  const documents = source().getByLabel('Monthly gross pay from your documents');
  await expect(documents).toHaveValue('$4,333.33');
  const pay = source().getByLabel('Gross pay', { exact: false }).first();
  await pay.fill('2000');
  await expect(documents).toHaveCount(0);
  await pay.fill('2500');
  await expect(documents).toBeVisible();
});

test('an explanation of a failed check is still shown after a reload', async () => {
  const w2 = card('w2.pdf');
  await w2.getByRole('button', { name: 'Explain: w2.pdf' }).click();
  await expect(w2.getByRole('textbox', { name: 'Your answer, in your own words' })).toBeFocused();
  await page.keyboard.type('My stubs come from two jobs.');
  await w2.getByRole('button', { name: 'Save answer' }).click();
  await expect(w2.locator('[data-verdict]')).toHaveText('Answered by you');
  await page.reload();
  await openSource();
  await expect(card('w2.pdf').getByText('Your answer: My stubs come from two jobs.')).toBeVisible();
});

test('the files and their first pages are shown after a reload', async () => {
  // Pages are rendered when they become visible.
  await files().locator('.rp-file').first().scrollIntoViewIfNeeded();
  await expect(files().locator('canvas').first()).toBeVisible({ timeout: 30_000 });
  const inks = await files()
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return new Set(pixels).size;
    });
  expect(inks).toBeGreaterThan(20);
});

test('the last tab lists the files of each source, and #ei opens the first tab', async () => {
  await page.goto(`${ROUTES.income}#od`);
  const review = page.getByRole('region', { name: 'Uploaded in this step' });
  await expect(review.getByRole('heading', { name: 'Pay stub: Bluebonnet Books' })).toBeVisible();
  await expect(review.getByRole('heading', { name: 'Bank Statement: Pecan Street Credit Union' })).toBeVisible();
  await expect(review.locator('li li')).toHaveText([
    'pay-stub.pdfLooks good',
    /^w2\.pdf/,
    'bank-statement.pdfLooks good',
  ]);
  await page.goto(`${ROUTES.income}#bank-info`);
  await openRow({ page, section: 'banking' }, ['banking', 0]);
  await expect(
    page.getByText(/^What we read: Bank statement\s· Robin J Hale\s· Pecan Street Credit Union\s· \w+ 1, \d{4} to /),
  ).toBeVisible();
  await page.goto(`${ROUTES.income}#ei`);
  await expect(source()).toBeVisible();
});

for (const [what, size, message] of [
  ['an empty file', 0, 'This file is empty. Choose another one.'],
  ['a file that is one byte too large', 10 * 1024 * 1024 + 1, 'File is larger than 10MB'],
] as const)
  test(`${what} is refused before sending, and nothing is lost`, async () => {
    const before = await files().locator('.rp-file').count();
    let isSent = false;
    page.once('request', (request) => (isSent ||= request.url().endsWith('/api/applicant/document')));
    await chooser().setInputFiles({ name: 'stub.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(size) });
    await expect(files().getByRole('alert')).toHaveText(message);
    expect(isSent).toBe(false);
    expect(await files().locator('.rp-file').count()).toBe(before);
    await files()
      .getByRole('button', { name: /^Dismiss/ })
      .click();
  });

test('a file is refused by its extension, and a program renamed to .pdf by its content', async () => {
  // Failed checks of earlier files show this text too.
  const pictures = files().getByText('What a good file looks like');
  const shown = await pictures.count();
  await chooser().setInputFiles({ name: 'a.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') });
  await expect(files().getByRole('alert')).toHaveText("We don't accept this type of file. Choose a PDF.");
  await chooser().setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\0\0 program') });
  await expect(files().getByRole('alert')).toHaveText('We accept only PDFs here. Choose the original PDF.');
  await expect(pictures).toHaveCount(shown + 1);
  await expect(files().getByRole('button', { name: 'Try again: upload a.pdf' })).toHaveCount(0);
  await files().getByRole('button', { name: 'Dismiss the failed upload of a.pdf' }).click();
  // The browser itself logs the refused response.
  expect(problems.splice(0)).toEqual([expect.stringMatching(/status of 415 .*\/api\/applicant\/document$/)]);
});

test('No is refused while sources exist', async () => {
  await page.locator('[id="employers_response"]').locator('input[value=No]').click();
  const warning = page.getByRole('alertdialog', { name: 'Warning! You must delete all existing sources first.' });
  await warning.getByRole('button').click();
  await expect(page.locator('[id="employers_response"]').locator('input[value=Yes]')).toBeChecked();
});

test('the gross pay card opens the same dialog as Next, without an explanation field', async () => {
  await expect(payCard().locator('[data-verdict]')).toHaveText('Needs a fix');
  await expect(payCard().getByRole('button', { name: /^Explain/ })).toHaveCount(0);
  const settle = payCard().getByRole('button', { name: 'Choose the correct amount' });
  await settle.click();
  await expect(alert()).toBeVisible();
  await alert().getByRole('button', { name: 'Cancel' }).click();
  await expect(alert()).toHaveCount(0);
  await expect(settle).toBeFocused();
});

test("a gross pay that differs opens 'Important Alert!', and 'A different amount' opens a second dialog", async () => {
  await next().click();
  await expect(alert()).toBeVisible();
  await expect(alert().getByText('$5,416.67 a month')).toBeVisible();
  await expect(alert().getByText('$4,333.33 a month')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await alert().getByRole('button', { name: 'Confirm' }).click();
  await expect(alert().getByText('Choose one of the three options to continue.')).toBeVisible();
  await alert().getByRole('radio', { name: 'A different amount' }).check();
  await alert().getByRole('button', { name: 'Confirm' }).click();
  const other = page.getByRole('alertdialog', { name: 'Correct monthly gross pay' });
  await other.getByLabel('Monthly gross pay in dollars').fill('0.5');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('The value must be greater than or equal to 1')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  const amount = other.getByLabel('Monthly gross pay in dollars');
  await amount.fill('2.000,50');
  await other.getByRole('button', { name: 'Back' }).click();
  await alert().getByRole('button', { name: 'Confirm' }).click();
  await expect(amount).toHaveValue('$2,000.50');
  await other.getByRole('button', { name: 'Back' }).click();
  await expect(alert()).toBeVisible();
  await alert().getByRole('button', { name: 'Cancel' }).click();
  await expect(alert()).toHaveCount(0);
  expect((await readCompleteSteps(page)).income_banking_status).toBe(false);
});

test("the documents' amount is converted to the pay frequency, and the form is submitted again", async () => {
  await expect(next()).not.toHaveAttribute('aria-disabled', 'true');
  await next().click();
  await alert().getByRole('radio', { name: 'According to your documents' }).check();
  await alert().getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/identification\/payment$/);
  await page.goto(`${ROUTES.income}#ei`);
  await expect(findField({ page, section: 'employers' }, ['employer', 0, 'avrgross_pay'])).toHaveValue('$ 2,000.00');
});

test('a choice from the card settles the gross pay, so Next asks nothing', async () => {
  await deleteSources(page, 'employers');
  await draftSection(page, 'employers', overstated);
  await openStep(page, 'income');
  await page.goto(`${ROUTES.income}#ei`);
  await openSource();
  await payCard().getByRole('button', { name: 'Choose the correct amount' }).click({ timeout: 30_000 });
  await alert().getByRole('radio', { name: 'According to you:' }).check();
  await alert().getByRole('button', { name: 'Confirm' }).click();
  await expect(payCard().locator('[data-verdict]')).toHaveText('Answered by you');
  await expect(payCard().getByText('Your answer: According to you: $5,416.67 a month')).toBeVisible();
  await next().click();
  await expect(page).toHaveURL(/identification\/payment$/);
});

for (const [choice, expected] of [
  ['A different amount', { avrgross_pay: 2500, new_avrgross_pay: 4800.5, comment: 'The overtime has ended.' }],
  ['According to you:', { avrgross_pay: 2500, new_avrgross_pay: undefined, comment: undefined }],
] as const)
  test(`the choice '${choice}' is stored as verified, and the form is submitted automatically`, async () => {
    await deleteSources(page, 'employers');
    await draftSection(page, 'employers', overstated);
    await openStep(page, 'income');
    await page.goto(`${ROUTES.income}#ei`);
    await openSource();
    await expect(source().getByText(/Your documents show gross pay of/)).toBeVisible({ timeout: 30_000 });
    await next().click();
    await alert().getByRole('radio', { name: choice }).check();
    const sent = page.waitForRequest('**/api/income/savedetails');
    await alert().getByRole('button', { name: 'Confirm' }).click();
    if (expected.new_avrgross_pay) await enterOtherGross(String(expected.new_avrgross_pay), expected.comment);
    await expect(page).toHaveURL(/identification\/payment$/);
    const { trnId, headers } = await readSession(page);
    expect((await sent).postDataJSON()).toMatchObject({
      trn_id: trnId,
      employment_details: { response: 'Yes', employer: [{ employer_status: 'Employed Full-Time' }] },
      other_income_details: { response: 'No' },
      banking_details: { response: 'Yes', banking: [{ account_type: 'Checking' }] },
    });
    const answer = await page.request.get(`/api/income/getdetails/${trnId}`, { headers });
    const [saved] = (await answer.json()).records.employment_details.employer;
    expect(saved).toMatchObject({ monthly_avr_gross: 4333.33, gross_pay_verify: true, pay_frequency: 'Bi-Weekly' });
    const { avrgross_pay, new_avrgross_pay, comment } = saved;
    expect({ avrgross_pay, new_avrgross_pay, comment }).toEqual(expected);
  });

test('a new document with a different amount opens the dialog again', async () => {
  await page.goto(`${ROUTES.income}#ei`);
  await openSource();
  // The last test resolved the difference, so the applicant's value is used.
  await files()
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(files().locator('.rp-file')).toHaveCount(0);
  await chooser().setInputFiles(await makeDocument('pay-stub-raised', test.info().outputPath('documents')));
  await expect(source().getByText(/Your documents show gross pay of .*4,766\.67/)).toBeVisible({ timeout: 30_000 });
  await expect(next()).not.toHaveAttribute('aria-disabled', 'true');
  await next().click();
  await expect(alert().getByText('$4,766.67 a month')).toBeVisible();
  const { trnId, headers } = await readSession(page);
  const read = async () => {
    const answer = await page.request.get(`/api/income/getdetails/${trnId}`, { headers });
    return (await answer.json()).records.employment_details.employer[0];
  };
  expect((await read()).gross_pay_verify ?? false).toBe(false);
  await alert().getByRole('radio', { name: 'According to you:' }).check();
  await alert().getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/identification\/payment$/);
  expect(await read()).toMatchObject({ gross_pay_verify: true, monthly_avr_gross: 4766.67 });
});

/** Enters another monthly gross pay and its reason in the second dialog. */
async function enterOtherGross(amount: string, comment: string): Promise<void> {
  const other = page.getByRole('alertdialog', { name: 'Correct monthly gross pay' });
  await other.getByLabel('Monthly gross pay in dollars').fill(amount);
  await other.getByRole('textbox').last().fill(comment);
  await other.getByRole('button', { name: 'Save' }).click();
}
