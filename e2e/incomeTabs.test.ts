import { readFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { type Applicant, makeApplicant, openAsApplicant } from './support/applicant';
import { axeFindings } from './support/axe';
import { watchConsole } from './support/console';
import { makeDocument } from './support/documents';
import { findField, openRow } from './support/fill';
import { withNewEmail } from './support/journey';
import { expectOpen, findToggle } from './support/panels';
import { deleteSources, disableBootstrap } from './support/session';
import { draftSection, openStep, ROUTES } from './support/start';

const { employers } = robin.flows.application.income;

/** One applicant for the whole file, with saved steps and no files, and a new one after a failure. */
let context: BrowserContext;
let page: Page;
let applicant: Applicant;
let problems: string[];
// Runs the tests in order, because they share a page.
test.describe.configure({ mode: 'default' });
test.beforeAll(async ({ browser }) => {
  context = await browser.newContext();
  applicant = await makeApplicant(context.request, withNewEmail(robin, 'tabs'), 'saved');
  page = await context.newPage();
  problems = watchConsole(page);
  await openAsApplicant(page, applicant, ROUTES.income);
});
test.afterAll(() => context.close());
test.afterEach(() => expect(problems.splice(0)).toEqual([]));

const stored = () => page.locator('#od .rp-file');

/** Uploads two files if the applicant has none, because a new applicant replaces the one of a failed test. */
async function storeTwoFiles(): Promise<void> {
  await page.goto(`${ROUTES.income}#od`);
  await expectOpen(page, 'od');
  if ((await stored().count()) > 0) return;
  const folder = test.info().outputPath('documents');
  const documents = [await makeDocument('w2', folder), await makeDocument('license-front', folder)];
  await page.locator('#od input[type=file]').setInputFiles(documents);
  await expect(stored()).toHaveCount(2, { timeout: 30_000 });
}

test('Income & Banking has four tabs in order, and Next Tab opens the next one', async () => {
  await expect(page).toHaveTitle(/Income & Banking/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Income & Banking');
  const tabs = ['Employment Income', 'Other Income', 'Banking Information', 'Other documents'];
  await expect(page.locator('.rp-accordion__title')).toHaveText(tabs);
  await page.goto(`${ROUTES.income}#ei`);
  for (const anchor of ['other-in', 'bank-info', 'od']) {
    await page.getByRole('button', { name: 'Next Tab' }).click();
    await expectOpen(page, anchor);
  }
  await expect(page.getByRole('button', { name: 'Next Tab' })).toHaveCount(0);
  for (const anchor of ['ei', 'other-in', 'bank-info']) {
    await expect(findToggle(page, anchor)).toContainText('Done, 1 document pending');
    await expect(page.locator(`.rp-steps__link[href$='#${anchor}']`)).toContainText('Done, 1 document pending');
  }
  await expect(page.getByText("You'll send 3 documents after you submit.")).toBeVisible();
});

test('the last tab lists uploads by source, and accepts images and PDFs of other documents', async () => {
  await storeTwoFiles();
  const review = page.getByRole('region', { name: 'Uploaded in this step' });
  const blocks = [
    'Pay stub: Bluebonnet Books',
    'Proof of other income: Housing Assistance',
    'Bank Statement: Pecan Street Credit Union',
  ];
  await expect(review.getByRole('heading', { level: 4 })).toHaveText(blocks);
  await expect(review.getByText('No file yet')).toHaveCount(3);
  await openStep(page, 'income');
  await page.goto(`${ROUTES.income}#od`);
  await expect(stored()).toHaveText([/w2\.pdf/, /license-front\.jpg/]);
  expect(await axeFindings(page)).toEqual([]);
});

test('an upload can be canceled and retried, and a dropped file is accepted', async () => {
  await storeTwoFiles();
  const field = page.locator('#od .rp-upload');
  const pdf = { name: 'return.pdf', mimeType: 'application/pdf' };
  const buffer = await readFile(await makeDocument('w2', test.info().outputPath('documents')));
  const before = await stored().count();
  await page.route('**/api/applicant/document', () => undefined);
  await field.locator('input[type=file]').setInputFiles({ ...pdf, buffer });
  await expect(field.getByRole('progressbar', { name: 'Uploading return.pdf' })).toBeVisible();
  // Without interception, a request that isn't aborted yet would reach the server.
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/applicant/document'));
  await field.getByRole('button', { name: 'Cancel the upload of return.pdf' }).click();
  await expect(field.getByRole('progressbar')).toHaveCount(0);
  await aborted;
  await page.unroute('**/api/applicant/document');
  await page.route('**/api/applicant/document', (route) => route.abort(), { times: 1 });
  await field.locator('input[type=file]').setInputFiles({ ...pdf, buffer });
  await field.getByRole('button', { name: 'Try again: upload return.pdf' }).click();
  await expect(stored()).toHaveCount(before + 1);
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(bytes)], 'dropped.pdf', { type: 'application/pdf' }));
      return transfer;
    },
    [...buffer],
  );
  await field.locator('.rp-drop').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(stored()).toHaveCount(before + 2);
  expect(problems.splice(0)).toEqual([expect.stringContaining('net::ERR_FAILED')]);
  for (const name of ['return.pdf', 'dropped.pdf']) {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('button', { name: new RegExp(`${name}$`) })).toHaveCount(0);
  }
});

test("a single file is deleted after a confirmation, and its button says 'Deleting...' meanwhile", async () => {
  await storeTwoFiles();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/applicant/deletedocument/*', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Delete w2.pdf' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure want to delete document ?' });
  await expect(question.getByText('Warning! Once deleted cannot revert back .')).toBeVisible();
  await question.getByRole('button', { name: 'Yes' }).click();
  const deleting = page.getByRole('button', { name: 'Deleting... w2.pdf' });
  await expect(deleting).toHaveText('Deleting...');
  await expect(deleting).toHaveAttribute('aria-disabled', 'true');
  release();
  await expect(stored()).toHaveText([/license-front\.jpg/]);
  await page.unroute('**/api/applicant/deletedocument/*');
  await openStep(page, 'income');
  await page.goto(`${ROUTES.income}#od`);
  await expect(stored()).toHaveText([/license-front\.jpg/]);
});

test('a bank is chosen from suggestions by keyboard and mouse, or typed freely', async () => {
  await findToggle(page, 'bank-info').click();
  await openRow({ page, section: 'banking' }, ['banking', 0]);
  const bank = findField({ page, section: 'banking' }, ['banking', 0, 'bank_name']);
  const suggested = page.getByRole('listbox', { name: /bank/i }).getByRole('option');
  await bank.fill('wells far');
  await expect(suggested.first()).toHaveText('Wells Fargo Bank');
  await bank.press('ArrowDown');
  await bank.press('Enter');
  await expect(bank).toHaveValue('Wells Fargo Bank');
  await expect(suggested.first()).toBeHidden();
  await bank.fill('navy fed');
  await suggested.filter({ hasText: 'Navy Federal Credit Union' }).click();
  await expect(bank).toHaveValue('Navy Federal Credit Union');
  await bank.fill('Pecan Street Credit Union');
  await bank.blur();
  await openStep(page, 'income');
  await page.goto(`${ROUTES.income}#bank-info`);
  await expect(bank).toHaveValue('Pecan Street Credit Union');
});

test('an earlier tab with an error opens instead of a later one', async () => {
  const [employer] = employers.employer;
  await deleteSources(page, 'employers');
  await draftSection(page, 'employers', {
    response: 'Yes',
    employer: [{ ...employer, files: [], position: undefined }],
  });
  await openStep(page, 'income');
  await page.goto(`${ROUTES.income}#bank-info`);
  await expectOpen(page, 'ei');
});

test('the first Yes adds a source, at most three can be added, and deleting the last one sets No', async () => {
  await page.goto(`${ROUTES.income}#ei`);
  const rows = page.getByRole('group', { name: /^Employer \d/ });
  const add = page.getByRole('button', { name: 'Add employer' });
  const sent: unknown[] = [];
  page.on('request', (request) => request.url().endsWith('/addsource') && sent.push(request.postDataJSON()));
  await deleteEmployer('Bluebonnet Books');
  await expect(findField({ page, section: 'employers' }, ['response']).locator('input[value=No]')).toBeChecked();
  await expect(add).toHaveCount(0);
  await findField({ page, section: 'employers' }, ['response']).locator('input[value=Yes]').click();
  for (const count of [1, 2]) {
    await expect(rows).toHaveCount(count);
    await add.click();
  }
  await expect(rows).toHaveCount(3);
  await expect(add).toHaveCount(0);
  const { trnId } = applicant;
  expect(sent).toEqual(
    [1, 2, 3].map((source_id) => ({ trn_id: trnId, document_id: '3', source_id, allowOfferLetter: false })),
  );
  await deleteEmployer('3');
  await expect(rows).toHaveCount(2);
  await expect(add).toBeVisible();
});

test('an employer added during a reload exists afterwards and can be deleted', async () => {
  const rows = page.getByRole('group', { name: /^Employer \d/ });
  const made = new Promise<void>((resolve) => {
    void page.route('**/api/income/addsource', async (route) => {
      await route.fetch();
      resolve();
    });
  });
  await page.getByRole('button', { name: 'Add employer' }).click();
  await made;
  await page.unroute('**/api/income/addsource');
  await openStep(page, 'income');
  await page.goto(`${ROUTES.income}#ei`);
  await expect(rows).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Add employer' })).toHaveCount(0);
  await deleteEmployer('3');
  await expect(rows).toHaveCount(2);
});

test('an employer is current or future, or has an end date', async () => {
  const field = (name: string) => findField({ page, section: 'employers' }, ['employer', 0, name]);
  const end = field('employment_end_date');
  await openRow({ page, section: 'employers' }, ['employer', 0]);
  await expect(end).toBeVisible();
  for (const [chosen, other] of [
    ['iscurrent_employer', 'isfuture_employer'],
    ['isfuture_employer', 'iscurrent_employer'],
  ] as const) {
    await field(chosen).check();
    await expect(field(other)).toHaveCount(0);
    await expect(end).toHaveCount(0);
    await field(chosen).uncheck();
    await expect(field(other)).toBeVisible();
    await expect(end).toBeVisible();
  }
});

test('Next opens the first tab with an error, under a banner', async () => {
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('Answer the required field')).toBeVisible();
  await expectOpen(page, 'ei');
  await expect(page).toHaveURL(/incomeDetail/);
});

async function deleteEmployer(name: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Delete (Employer|Bluebonnet)/ })
    .last()
    .click();
  const question = page.getByRole('alertdialog', { name: `Are you sure want to delete employer ${name} ?` });
  await expect(question.getByText('Warning! Once deleted cannot revert back.')).toBeVisible();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(question).toHaveCount(0);
}

test('a skeleton shows while a slow server loads the step', async () => {
  let open: () => void = () => undefined;
  const opens = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route('**/api/open/application/income', async (route) => {
    await opens;
    await route.continue();
  });
  await openStep(page, 'income');
  await expect(page.locator('main .ap-skeleton')).toBeVisible();
  // After a long wait, a retry is offered below.
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await expect(page.locator('main .ap-skeleton')).toBeVisible();
  open();
  await expect(findToggle(page, 'ei')).toBeVisible();
  await page.unroute('**/api/open/application/income');
});

test("a skeleton shows while the data loads, and 'API FAIL' with a retry when it can't", async () => {
  let fail: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await disableBootstrap(page);
  await page.route('**/api/income/getdetails/*', async (route) => {
    await released;
    await route.fulfill({ status: 500, json: {} });
  });
  await openStep(page, 'income');
  await expect(page.locator('main .ap-skeleton')).toBeVisible();
  fail();
  await expect(page.getByRole('heading', { name: 'API FAIL' }).or(page.getByText('API FAIL'))).toBeVisible();
  await page.unroute('**/api/income/getdetails/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(findToggle(page, 'ei')).toBeVisible();
  const refused = problems.splice(0);
  expect(refused.filter((line) => !line.includes('/api/income/getdetails/'))).toEqual([]);
});
