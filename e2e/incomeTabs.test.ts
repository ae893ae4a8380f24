import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { type Applicant, enter, makeApplicant } from './support/applicant';
import { axeFindings } from './support/axe';
import { watchConsole } from './support/console';
import { makeDocument } from './support/documents';
import { fieldOf } from './support/fill';
import { freshCopy } from './support/journey';
import { expectOpen, toggleOf } from './support/panels';
import { draftSection, openStep, ROUTES } from './support/start';

const { employers } = robin.flows.application.income;

/** One applicant for the whole file, whose steps are saved with no file yet, and a new one after a failure. */
let context: BrowserContext;
let page: Page;
let applicant: Applicant;
let problems: string[];
// One applicant serves them all.
test.describe.configure({ mode: 'default' });
test.beforeAll(async ({ browser }) => {
  context = await browser.newContext();
  applicant = await makeApplicant(context.request, freshCopy(robin, 'tabs'), false);
  page = await context.newPage();
  problems = watchConsole(page);
  await enter(page, applicant, ROUTES.income);
});
test.afterAll(() => context.close());
test.afterEach(() => expect(problems.splice(0)).toEqual([]));

const stored = () => page.locator('#od .rp-file');

test('the last tab tells what was uploaded for each source, and takes pictures and PDFs of other documents', async () => {
  await page.goto(`${ROUTES.income}#od`);
  await expectOpen(page, 'od');
  const review = page.getByRole('region', { name: 'What you have uploaded for your income and banks' });
  const blocks = [
    'Paystub: Bluebonnet Books',
    'Proof of other income: Housing Assistance',
    'Bank Statement: Pecan Street Credit Union',
  ];
  await expect(review.getByRole('heading', { level: 4 })).toHaveText(blocks);
  await expect(review.getByText('No file yet')).toHaveCount(3);
  const folder = test.info().outputPath('documents');
  const documents = [await makeDocument('w2', folder), await makeDocument('licence-front', folder)];
  await page.locator('#od input[type=file]').setInputFiles(documents);
  await expect(stored()).toHaveCount(2);
  await openStep(page, 'income');
  await page.goto(`${ROUTES.income}#od`);
  await expect(stored()).toHaveText([/w2\.pdf/, /licence-front\.jpg/]);
  expect(await axeFindings(page)).toEqual([]);
});

test("a single file is deleted after a question; its button says 'Deleting...' meanwhile", async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/applicant/deletedocument/*', async (route) => {
    await held;
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
  await expect(stored()).toHaveText([/licence-front\.jpg/]);
  await page.unroute('**/api/applicant/deletedocument/*');
  await openStep(page, 'income');
  await page.goto(`${ROUTES.income}#od`);
  await expect(stored()).toHaveText([/licence-front\.jpg/]);
});

test('a bank is chosen from suggestions, by keys and by the mouse, or typed as it is', async () => {
  await toggleOf(page, 'bank-info').click();
  const bank = fieldOf({ page, section: 'banking' }, ['banking', 0, 'bank_name']);
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

test('a later tab opens once the earlier ones are right', async () => {
  const [employer] = employers.employer;
  await draftSection(page, 'employers', {
    response: 'Yes',
    employer: [{ ...employer, files: [], position: undefined }],
  });
  await openStep(page, 'income');
  await page.goto(`${ROUTES.income}#bank-info`);
  await expectOpen(page, 'ei');
});

test("what cannot be loaded is told as 'API FAIL', with a way to try again", async () => {
  await page.route('**/api/income/getdetails/*', (route) => route.fulfill({ status: 500, json: {} }));
  await openStep(page, 'income');
  await expect(page.getByRole('heading', { name: 'API FAIL' }).or(page.getByText('API FAIL'))).toBeVisible();
  await page.unroute('**/api/income/getdetails/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(toggleOf(page, 'ei')).toBeVisible();
  const refused = problems.splice(0);
  expect(refused.filter((line) => !line.includes('/api/income/getdetails/'))).toEqual([]);
});
