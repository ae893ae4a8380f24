import { readFile, writeFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import mae from '../schemas/personas/mae-li.json' with { type: 'json' };
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { type Applicant, makeApplicant, openAsApplicant, postForApplicant, uploadByApi } from './support/applicant';
import { axeFindings } from './support/axe';
import { makeDocument } from './support/documents';
import { fillSection, findField } from './support/fill';
import { holdRequests } from './support/holdRequests';
import { withNewEmail } from './support/journey';
import { ROUTES } from './support/start';

/** One application submitted through the API for the whole file, and a new one after a failure. */
let context: BrowserContext;
let page: Page;
let applicant: Applicant;
// Runs the tests in order, because they share a page.
test.describe.configure({ mode: 'default' });
test.beforeAll(async ({ browser }) => {
  context = await browser.newContext();
  page = await context.newPage();
  applicant = await makeApplicant(context.request, withNewEmail(robin, 'success'));
  await openAsApplicant(page, applicant, '/success');
});
test.afterAll(() => context.close());

test('the success page shows what is submitted and missing, and links to the application and the consent', async () => {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: '2 things left to do' })).toBeVisible({
    timeout: 30_000,
  });
  await expect(main.getByText("Congratulations, Robin Hale. You've submitted your application.")).toBeVisible();
  await expect(main.getByText('Robin Hale', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('img', { name: 'Demo Homes' }).or(page.getByText('Demo Homes')).first()).toBeVisible();
  await expect(main.getByText('Application ID')).toBeVisible();
  await expect(main.getByText('Application Status')).toBeVisible();
  await expect(main.getByText('Submitted, 2 things left', { exact: true })).toBeVisible();
  await expect(
    main.getByText(
      'Application Incomplete! You are required to complete a supplemental application regarding criminal background',
      { exact: true },
    ),
  ).toBeVisible();
  await expect(main.getByRole('button', { name: 'Secondary Application', exact: true })).toBeVisible();
  await expect(
    main.getByText(/^You should get the decision by [A-Z][a-z]{2} \d+, \d{4} if you finish today\.$/),
  ).toBeVisible();
  await expect(main.getByText('One more step', { exact: true })).toBeVisible();
  await expect(main.getByText('One more step · 5 documents to send')).toBeVisible();
  await expect(
    main.getByText('Application Incomplete! You have not yet provided required proof documents.', { exact: true }),
  ).toBeVisible();
  await expect(main.getByRole('button', { name: 'Document Upload', exact: true })).toBeVisible();
  await expect(main.getByRole('button', { name: /^Upload: / })).toHaveCount(5);
  await expect(main.getByText('$45.00, card ending in 4242', { exact: true })).toBeVisible();
  await expect(main.getByText('Payment reference', { exact: true })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Desired Floor/Unit', exact: true })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Desired Address' })).toHaveCount(0);
  await expectOnePrimary('Document Upload');
  const stages = main.getByRole('region', { name: 'What happens next' }).getByRole('listitem');
  await expect(stages).toHaveText([
    /^Application submittedDoneYou · [A-Z][a-z]{2} \d+, \d{4}/,
    /^What we need from youNowLeft: 5 documents and the Secondary Application\.$/,
    /^ReviewLaterDemo Homes/,
    /^DecisionLaterDemo Homes · Expected by [A-Z][a-z]{2} \d+, \d{4} if you finish today/,
  ]);
  await expect(stages.nth(1)).toHaveAttribute('aria-current', 'step');
  await main.getByRole('link', { name: 'View Application' }).click();
  await expect(page).toHaveURL(/\/view$/);
  await page.goBack();
  await main.getByRole('link', { name: 'View Consent' }).click();
  await expect(page).toHaveURL(/\/viewconsent$/);
  await page.goBack();
});

test('while the code of the success page loads, a step shows that it is loading', async ({ browser }) => {
  const own = await browser.newContext();
  const slow = await own.newPage();
  const release = await holdRequests(slow, '**/assets/SuccessPage-*.js');
  await openAsApplicant(slow, applicant, ROUTES.payment);
  await expect(slow.getByText('Loading')).toBeVisible();
  release();
  await expect(slow.getByRole('heading', { level: 1 })).toBeVisible();
  await own.close();
});

test('at 360 px the payment is below the tasks, its reference shows once, and the main action is in view', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  const main = page.getByRole('main');
  const { applicationID: number } = await summaryOf(applicant);
  const facts = main.getByRole('complementary', { name: 'Your application' });
  await expect(facts).toContainText(/Paid\$45\.00, card ending in \d{4}Payment reference\s*pi_\w+/);
  await expect(main.getByText(number)).toHaveCount(1);
  await expect(main.getByText(/pi_/)).toHaveCount(1);
  // The reference fits on one line.
  expect((await facts.getByText(/pi_/).boundingBox())?.height).toBeLessThan(30);
  const upload = main.getByRole('button', { name: 'Document Upload', exact: true });
  await expect(upload).toBeInViewport({ ratio: 1 });
  const isBefore = (one: Locator, other: Locator) =>
    expect.poll(async () => topOf(other).then(async (top) => top - (await topOf(one)))).toBeGreaterThan(0);
  await isBefore(upload, facts);
  await isBefore(main.getByRole('heading', { name: 'What happens next' }), facts);
  for (const name of ['Messages with Demo Homes', 'Your household'])
    await isBefore(facts, main.getByRole('heading', { name }));
  const confirmation = main.getByText("Congratulations, Robin Hale. You've submitted your application.");
  await isBefore(confirmation, main.getByRole('heading', { level: 1 }));
  await expect(confirmation).toHaveCSS('font-weight', '680');
  await expect(confirmation.locator('xpath=..').locator('svg')).toHaveCSS('width', '40px');
  // An email address and its period stay on one line.
  const receipt = main.getByText(/We send updates to/).locator('span');
  await expect(receipt).toHaveText(/@example\.com\.$/);
  await page.setViewportSize({ width: 1280, height: 720 });
  // On wide screens, the facts start beside the heading.
  await isBefore(facts, main.getByRole('heading', { level: 1 }));
});

const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0;

async function expectOnePrimary(name: string): Promise<void> {
  const primary = page.getByRole('main').locator('[data-variant=primary]');
  await expect(primary).toHaveText([name]);
}

test('the signed copy is downloaded as a PDF with the application number in its name', async () => {
  const button = page.getByRole('button', { name: 'Download your signed copy (PDF)' });
  const { applicationID: number } = await summaryOf(applicant);
  // A job creates the PDF.
  const isMade = async () =>
    (await (await context.request.get(`/api/record/${applicant.trnId}`, { headers: applicant.headers })).json()).records
      .document !== null;
  await expect.poll(isMade, { timeout: 30_000 }).toBe(true);
  const downloading = page.waitForEvent('download');
  await button.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`record-${number}.pdf`);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

async function summaryOf({ request, headers, trnId }: Applicant): Promise<{ applicationID: string }> {
  return (await (await request.get(`/api/application/summary/${trnId}`, { headers })).json()).records;
}

test('a floor plan lists its own units, and changing it clears the unit', async () => {
  await page.getByRole('button', { name: 'Desired Floor/Unit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Desired Floor/Unit' });
  const [floor, unit] = [dialog.getByLabel('Floor plan'), dialog.getByLabel('Unit')];
  await floor.selectOption({ label: 'Floor Plan: 1BR (Min Rent: $1450, Max Rent: $1700)' });
  await expect(unit.locator('option').filter({ hasText: /^Unit/ })).toHaveText([
    'Unit: 101 (Rent: $1500)',
    'Unit: 105 (Rent: $1675)',
  ]);
  await unit.selectOption({ label: 'Unit: 105 (Rent: $1675)' });
  await floor.selectOption({ label: 'Floor Plan: 2BR (Min Rent: $1850, Max Rent: $2250)' });
  await expect(unit).toHaveValue('');
  await expect(unit.locator('option').filter({ hasText: /^Unit/ })).toHaveCount(3);
  await unit.selectOption({ label: 'Unit: 208 (Rent: $2150)' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Floor Plan Unit updated', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Desired Floor/Unit' }).click();
  await expect(unit.locator('option:checked')).toHaveText('Unit: 208 (Rent: $2150)');
  await dialog.getByRole('button', { name: 'Close' }).first().click();
});

test('an empty household and an empty message list appear within a second of the heading', async () => {
  const other = await context.newPage();
  await other.addInitScript(() => {
    const seen: Record<string, number> = {};
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const text of ['things left to do', 'No messages yet.', 'No other adult is applying'])
        if (document.body?.innerText.includes(text)) seen[text] ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
  await openAsApplicant(other, applicant, '/success');
  const messages = other.getByRole('region', { name: 'Messages with Demo Homes' });
  await expect(messages).toContainText("No messages yet. You'll get replies here and by email.");
  await expect(messages.getByRole('button', { name: 'Write a message' })).toBeVisible();
  await expect(other.getByRole('region', { name: 'Your household' })).toContainText(
    'No other adult is applying with you',
  );
  const seen = await other.evaluate(() => Object.values(Object(window).seen as Record<string, number>));
  expect(seen).toHaveLength(3);
  expect(Math.max(...seen) - Math.min(...seen)).toBeLessThan(1000);
  await other.close();
});

test('the documents dialog shows all sections, locks choices, and requests a review only with a file', async () => {
  const folder = test.info().outputPath('documents');
  const reviews: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/application/inreview')) reviews.push(answer.status());
  });
  const open = page.getByRole('main').getByRole('button', { name: 'Document Upload', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Document Upload' });
  const missingStatement = page.getByRole('main').getByRole('button', { name: /^Upload: Bank Statement/ });
  await expect(missingStatement).toHaveCount(1);
  await open.click();
  // Submit comes after the documents and covers nothing.
  await expect(dialog.getByRole('button', { name: 'Submit' })).not.toBeInViewport();
  const sections = dialog.locator('section[aria-labelledby$="-title"]');
  await expect(sections.getByRole('heading', { level: 3 })).toHaveText([
    'Proof of Identification',
    'Social Security Number',
    'Proof of Employment Income',
    'Proof of Non-Employment Income',
    'Bank Statements',
    'Other Documents',
  ]);
  await expect(sections.getByRole('heading', { level: 4 })).toHaveText([
    'Bluebonnet Books',
    'Housing Assistance',
    'Pecan Street Credit Union',
  ]);
  // The job began years ago.
  await expect(dialog.getByRole('checkbox', { name: /^I'm starting a new job/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
  expect(reviews).toEqual([]);

  await open.click();
  const identity = sections.filter({ hasText: 'Which document will you upload?' });
  await expect(identity.getByRole('radio')).toHaveCount(4);
  await identity.getByRole('radio', { name: 'Passport' }).check();
  await expect(identity.getByRole('group', { name: 'Upload Back' })).toHaveCount(0);
  await identity.getByRole('radio', { name: 'License' }).check();
  const [front, back] = ['Upload Front', 'Upload Back'].map((name) => identity.getByRole('group', { name })) as [
    Locator,
    Locator,
  ];
  await expect(back.getByText('Upload Front Side first')).toBeVisible();
  await expect(back.locator('input[type=file]')).toBeDisabled();
  await front.locator('input[type=file]').setInputFiles(await makeDocument('license-front', folder));
  await expect(front.getByRole('listitem')).toHaveCount(1, { timeout: 20_000 });
  await expect(back.locator('input[type=file]')).toBeEnabled();
  await expect(identity.getByRole('radio')).toHaveCount(1);
  await expect(identity.getByRole('radio', { name: 'License' })).toBeDisabled();
  const opening = context.waitForEvent('page');
  await front.getByRole('button', { name: /in a new tab/ }).click();
  await (await opening).close();

  for (const answer of ['No', 'Yes']) {
    await front.getByRole('button', { name: /^Delete/ }).click();
    const question = page.getByRole('alertdialog');
    await expect(question.getByText('Are you sure want to delete document ?', { exact: true })).toBeVisible();
    await expect(question.getByText('Warning! Once deleted cannot revert back .', { exact: true })).toBeVisible();
    await question.getByRole('button', { name: answer, exact: true }).click();
    await expect(front.getByRole('listitem')).toHaveCount(answer === 'No' ? 1 : 0);
  }
  await expect(identity.getByRole('radio').first()).toBeEnabled();

  for (const name of ['Proof of Employment Income', 'Proof of Non-Employment Income', 'Bank Statements']) {
    const block = sections.filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) });
    await expect(block.locator('input[type=file]')).toHaveAttribute('accept', 'application/pdf,.pdf');
  }
  await sections
    .filter({ hasText: 'Pecan Street Credit Union' })
    .locator('input[type=file]')
    .setInputFiles(await makeDocument('bank-statement', folder));
  await expect(sections.getByRole('button', { name: 'View bank-statement.pdf in a new tab' })).toBeVisible({
    timeout: 20_000,
  });
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
  expect(reviews).toEqual([200]);
  // Documents that are no longer missing leave the list, which moves the button.
  await expect(missingStatement).toHaveCount(0);
  await open.click();
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(reviews).toEqual([200, 200]);
  await expect(page.getByText('In review, 2 things left', { exact: true })).toBeVisible();
});

test('changes elsewhere reach the open page without a reload', async () => {
  const folder = test.info().outputPath('documents');
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  for (const [type, name, source] of [
    [2, 'license-front', 0],
    [13, 'license-back', 0],
    [4, 'ssn-card', 1],
    [3, 'pay-stub', 1],
    [7, 'pension-letter', 1],
    [6, 'offer-letter', 1],
  ] as const)
    await uploadByApi(applicant, type, await makeDocument(name, folder), source);
  await expect(page.getByRole('button', { name: 'View your Document Upload' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('One more step')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: '1 thing left to do' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toContainText([
    'Complete the Secondary Application',
    "You've sent all the documents.",
  ]);
  await expect(page.getByText('Left: the Secondary Application.')).toBeVisible();
  await expectOnePrimary('Secondary Application');
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
});

test('the questionnaire clears answers, takes proof files, pauses after saving and becomes read-only', async () => {
  await page.clock.install();
  await page.reload();
  await page.getByRole('button', { name: 'Secondary Application', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Secondary Application' });
  const groups = dialog.locator('[role=radiogroup]');
  const answerQuestion = (question: number, answer: string) =>
    groups.nth(question).getByRole('radio', { name: answer }).check();
  const explanations = dialog.getByLabel('Explain');
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.click();
  await expect(dialog.getByText('Response Required').first()).toBeVisible();
  await expect(groups).toHaveCount(1);
  await answerQuestion(0, 'Yes');
  await expect(groups).toHaveCount(3);
  await explanations.first().fill('A fine in 1979.');
  await answerQuestion(0, 'No');
  await expect(groups).toHaveCount(1);
  await answerQuestion(0, 'Yes');
  await expect(explanations.first()).toHaveValue('');
  await answerQuestion(1, 'Yes');
  await save.click();
  await expect(dialog.getByText('Required', { exact: true }).nth(1)).toBeVisible();
  await explanations.first().fill('A fine in 1979.');
  await explanations.nth(1).fill('A broken window.');
  await answerQuestion(2, 'Yes');

  const files = dialog.getByRole('group', { name: 'Documents' });
  const chooser = files.locator('input[type=file]');
  const pdf = async (name: string, bytes: number) => {
    const path = test.info().outputPath(name);
    await writeFile(path, Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes - 9, 32)]));
    return path;
  };
  await chooser.setInputFiles(await pdf('small.pdf', 1023));
  await expect(files.getByText('File is smaller than 1KB')).toBeVisible();
  await chooser.setInputFiles(await pdf('large.pdf', 3_072_001));
  await expect(files.getByText('File is larger than 3MB')).toBeVisible();
  await chooser.setInputFiles(await makeDocument('ssn-card', test.info().outputPath('documents')));
  await expect(files.getByText("We don't accept this type of file. Choose a PDF.")).toBeVisible();
  // The next choice replaces the refused file.
  const refused = files.getByRole('button', { name: /^Dismiss/ });
  await expect(refused).toHaveCount(1);
  await refused.click();
  await expect(refused).toHaveCount(0);
  await chooser.setInputFiles(await makeDocument('court-letter', test.info().outputPath('documents')));
  const letter = files.getByRole('listitem').filter({ hasText: 'court-letter.pdf' });
  await expect(letter.getByRole('button', { name: /^Delete/ })).toBeVisible({ timeout: 20_000 });

  await groups.nth(2).getByRole('radio', { name: 'No' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'No', exact: true }).click();
  await expect(groups.nth(2).getByRole('radio', { name: 'Yes' })).toBeChecked();
  await expect(letter).toBeVisible();

  await page.clock.pauseAt(Date.now() + 20_000);
  await save.click();
  await expect(page.getByText('Successfully save', { exact: true })).toBeVisible();
  await page.clock.runFor(1_900);
  await expect(dialog).toBeVisible();
  await page.clock.runFor(200);
  await expect(dialog).toBeHidden();
  await page.clock.resume();

  const completed = page.getByRole('button', { name: 'Secondary Application Completed', exact: true });
  await expect(completed).toBeVisible();
  await expect(page.getByText('You are required to complete a supplemental application')).toHaveCount(0);
  await completed.click();
  await expect(dialog.getByText("You've saved your answers. You can't change them anymore.")).toBeVisible();
  await expect(explanations.first()).toHaveValue('A fine in 1979.');
  await expect(explanations.first()).not.toBeEditable();
  await expect(letter).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Delete|^Save/ })).toHaveCount(0);
  for (const radio of await dialog.getByRole('radio').all()) await expect(radio).toBeDisabled();
  expect(await axeFindings(page)).toEqual([]);
  const again = await postForApplicant(applicant, 'secondary/save', { version: 1, questions: [] }).catch(String);
  expect(again).toContain('409');
});

test('the page asks for nothing when nothing is left to do', async () => {
  await page.goto('/success');
  const main = page.getByRole('main');
  const calm = main.getByRole('region', { name: "There's nothing left for you to do" });
  await expect(calm).toContainText(/Demo Homes has everything they asked for\. We'll email you at success\./);
  await expectOnePrimary('Download your signed copy (PDF)');
  await expect(main.getByText(/Incomplete|left for you to do/)).toHaveText(["There's nothing left for you to do"]);
  const stages = main.getByRole('region', { name: 'What happens next' }).getByRole('listitem');
  const day = '[A-Z][a-z]{2} \\d+, \\d{4}';
  await expect(stages).toHaveText([
    new RegExp(`^Application submittedDoneYou · ${day}`),
    new RegExp(`^What we need from youDoneYou · ${day}`),
    new RegExp(`^ReviewNowDemo Homes · Expected by ${day}`),
    new RegExp(`^DecisionLaterDemo Homes · Expected by ${day}`),
  ]);
  expect(await axeFindings(page)).toEqual([]);
});

test('the consent view shows what was agreed, signed and paid', async () => {
  await page.goto('/viewconsent');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Agreed to Terms, Conditions & Signature' })).toBeVisible();
  await expect(main.getByText('What you need')).toHaveCount(0);
  await expect(main.getByText('Your answers are true and complete.')).toBeVisible();
  const signature = main.getByRole('img', { name: 'Signature of Robin Hale' });
  await expect.poll(() => signature.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(380);
  const findFact = (label: string) => main.locator('dl > div').filter({ hasText: label }).locator('dd').first();
  await expect(findFact('IP address')).toHaveText('127.0.0.1');
  await expect(findFact('Application date')).toHaveText(/^\d{2}-\d{2}-\d{4}$/);
  await expect(main.getByRole('heading', { name: 'Application Payment' })).toBeVisible();
  await expect(findFact('Cardholder name')).toHaveText('Robin J Hale');
  await expect(findFact('Amount collected')).toHaveText('$45.00');
  await expect(findFact('Payment date')).toHaveText(/^\d{2}-\d{2}-\d{4}$/);
  await expect(findFact('Card number')).toHaveText('**** **** **** 4242');
  await expect(findFact('Billing city')).toHaveText('Austin');
  await expect(findFact('Billing state')).toHaveText('TX');
  await page.getByRole('button', { name: 'Back' }).first().click();
  await expect(page).toHaveURL(/\/success$/);
});

test('an applicant of an office enters the desired address', async ({ browser }) => {
  const own = await browser.newContext();
  const other = await own.newPage();
  const persona = withNewEmail(mae, 'office');
  Object.assign(persona.flows.entry.registration['registration-agent'] ?? {}, { unitNo: '3B', rent: 1234.5 });
  await openAsApplicant(other, await makeApplicant(own.request, persona), '/success');
  await other.getByRole('button', { name: 'Desired Address' }).click();
  const dialog = other.getByRole('dialog', { name: 'Desired Address' });
  const sheet = { page: other, section: 'desired-address', folder: '' };
  const save = dialog.getByRole('button', { name: 'Save' });
  // The registration's value stays, although the form accepts only numbers.
  await expect(findField(sheet, ['unitNo'])).toHaveValue('3B');
  await expect(findField(sheet, ['desired_rent'])).toHaveValue('1234.5');
  await findField(sheet, ['city']).fill('Oakland');
  await save.click();
  await expect(other.getByText('Address updated', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await other.getByRole('button', { name: 'Desired Address' }).click();
  await expect(findField(sheet, ['unitNo'])).toHaveValue('3B');
  const expectText = (text: string) => expect(dialog.getByText(text, { exact: true }).first()).toBeVisible();
  await findField(sheet, ['street_address']).fill(' Lantern');
  await expectText('Enter a valid value');
  await findField(sheet, ['unitNo']).fill('0');
  await expectText('Greater than 0 value required');
  await findField(sheet, ['unitNo']).fill('12');
  await findField(sheet, ['desired_rent']).fill('much');
  await expectText('Only Numbers Allowed');
  // The fields are prefilled from the registration.
  await expect(findField(sheet, ['city'])).not.toHaveValue('');
  await findField(sheet, ['city']).fill('');
  await save.click();
  await expectText('Required');
  const desiredHome = { street_address: '18 Lantern Ln', city: 'San Francisco', state: 'CA', desired_rent: 2400 };
  await fillSection(sheet, { ...desiredHome, move_in_date: '2020-01-01' });
  await save.click();
  await expectText("The date can't be in the past");
  await expect(dialog).toBeVisible();
  await fillSection(sheet, { move_in_date: '2035-03-01' });
  await save.click();
  await expect(other.getByText('Address updated', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await other.getByRole('button', { name: 'Desired Address' }).click();
  for (const [name, value] of Object.entries(desiredHome))
    await expect(findField(sheet, [name])).toHaveValue(String(value));
  await expect(findField(sheet, ['unitNo'])).toHaveValue('12');
  await own.close();
});
