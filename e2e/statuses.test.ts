import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { type Applicant, makeApplicant, openAsApplicant, postForApplicant } from './support/applicant';
import { axeFindings } from './support/axe';
import { withNewEmail } from './support/journey';
import { makeOfficeKey, type OfficeKey } from './support/officeKey';

test.describe.configure({ mode: 'serial' });

const SUBMITTED = /Congratulations|One more step|Application Incomplete/;
let context: BrowserContext;
let page: Page;
let office: OfficeKey;
let applicant: Applicant;
let number: string;

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext();
  page = await context.newPage();
  applicant = await makeApplicant(context.request, withNewEmail(robin, 'statuses'));
  const { request, headers, trnId } = applicant;
  const summary = await request.get(`/api/application/summary/${trnId}`, { headers });
  number = (await summary.json()).records.applicationID;
  office = await makeOfficeKey(request);
  await openAsApplicant(page, applicant, '/success');
});
test.afterAll(() => context.close());

const heading = () => page.getByRole('main').getByRole('heading', { level: 1 });

test('an upload button opens a dialog for one document, with the focus on the file chooser', async () => {
  const upload = page.getByRole('button', { name: 'Upload: Pay stub, Bluebonnet Books' });
  await upload.click();
  const dialog = page.getByRole('dialog', { name: 'Upload: Pay stub, Bluebonnet Books' });
  await expect(dialog.locator('input[type=file]')).toHaveCount(1);
  await expect(dialog.locator('input[type=file]')).toBeFocused();
  const chooser = dialog.locator('input[type=file] + label');
  await expect(chooser).toBeInViewport({ ratio: 1 });
  expect(await chooser.evaluate(isOnTop)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(upload).toBeFocused();

  await page.getByRole('button', { name: 'Upload: Proof of SSN' }).click();
  const ssn = page.getByRole('dialog', { name: 'Upload: Proof of SSN' });
  await expect(ssn.locator('input[type=file]')).toBeFocused();
  await ssn.getByRole('button', { name: 'Close' }).click();
});

/** True if clicking the middle of an element reaches it. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit !== null && element.contains(hit);
}

test('every dialog closes with Escape, the close button and Cancel, and returns the focus', async () => {
  const kinds = [
    { opener: 'Secondary Application', leave: ['Close', 'Cancel'] },
    { opener: 'Desired Floor/Unit', leave: ['Close', 'Cancel'] },
    { opener: 'Upload: Proof of SSN', leave: ['Close'] },
  ];
  for (const { opener, leave } of kinds) {
    const button = page.getByRole('button', { name: opener, exact: true });
    for (const way of ['Escape', ...leave]) {
      await button.click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('input, select').first()).toBeAttached();
      if (way === 'Escape') await page.keyboard.press(way);
      else await dialog.getByRole('button', { name: way, exact: true }).click();
      await expect(dialog).toHaveCount(0);
      await expect(button).toBeFocused();
    }
  }
});

test('all dialogs have the same close button in the same place, and icons have one size', async () => {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  const found: unknown[] = [];
  for (const name of [
    'Secondary Application',
    'Desired Floor/Unit',
    'Upload: Proof of SSN',
    'View your Document Upload',
  ]) {
    const opener = page.getByRole('button', { name, exact: true });
    if ((await opener.count()) === 0) continue;
    await opener.click();
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).first();
    found.push(await close.evaluate(measureClose));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect(found.length).toBeGreaterThanOrEqual(3);
  const [first = {}] = found as Record<string, number>[];
  expect(found).toEqual(found.map(() => first));
  expect(first).toMatchObject({ icon: 20 });
  expect(Math.min(first.width ?? 0, first.height ?? 0)).toBeGreaterThanOrEqual(44);
  const icons = await page
    .locator('main svg[viewBox="0 0 24 24"], header svg')
    .evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => Math.round(one.getBoundingClientRect().width)),
    );
  expect(new Set(icons)).toEqual(new Set([20]));
  if (before) await page.setViewportSize(before);
});

/** Returns the size of a close button and its icon, and its distances from the dialog's top and right edges. */
function measureClose(button: Element): Record<string, number> {
  const { width, height, top, right } = button.getBoundingClientRect();
  const dialog = button.closest('[role=dialog]')?.getBoundingClientRect();
  const icon = button.querySelector('svg')?.getBoundingClientRect().width ?? 0;
  const gaps = { top: top - (dialog?.top ?? 0), end: (dialog?.right ?? 0) - right };
  return Object.fromEntries(
    Object.entries({ width, height, icon, ...gaps }).map(([name, value]) => [name, Math.round(value)]),
  );
}

test('a dialog asks before Cancel, Close or Escape discards what was typed', async () => {
  const opener = page.getByRole('button', { name: 'Secondary Application', exact: true });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Secondary Application' });
  await dialog.getByRole('radiogroup').first().getByRole('radio', { name: 'Yes' }).check();
  const explanation = dialog.getByLabel('Explain');
  await explanation.fill('A misunderstanding.');
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' });
  for (const way of ['Cancel', 'Close']) {
    await dialog.getByRole('button', { name: way, exact: true }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(explanation).toHaveValue('A misunderstanding.');
  }
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Close without saving' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('the questionnaire shows an error only after an empty field loses focus', async () => {
  await page.getByRole('button', { name: 'Secondary Application', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Secondary Application' });
  const crime = dialog.getByRole('radiogroup').first();
  for (const answer of ['Yes', 'No', 'Yes']) await crime.getByRole('radio', { name: answer }).check();
  const explanation = dialog.getByLabel('Explain');
  await expect(explanation).toBeVisible();
  await expect(dialog.getByText('Required', { exact: true })).toHaveCount(0);
  await explanation.focus();
  await page.keyboard.press('Tab');
  await expect(dialog.getByText('Required', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
});

test('requested documents come first, and each button opens its document', async () => {
  const documents = [{ document_id: 4, source_id: 0, text: 'A clearer copy.' }];
  await office.decide(number, { act: 'askDocuments', documents });
  await page.reload();
  await expect(heading()).toHaveText('Demo Homes needs documents from you');
  await expect(page.getByText('A clearer copy.')).toBeVisible();
  await page.getByRole('region', { name: 'Documents to send' }).getByRole('button').click();
  await expect(page.getByRole('dialog', { name: /^Upload: Proof of SSN/ }).locator('input[type=file]')).toBeFocused();
  await page.keyboard.press('Escape');
  expect(await axeFindings(page)).toEqual([]);
});

test('each status has one primary action, and the timeline shows when the review began', async () => {
  await expectOnePrimary('Upload');
  await office.decide(number, { act: 'review' });
  await page.reload();
  await expect(heading()).toHaveText('Demo Homes is reviewing your application');
  await expectOnePrimary('Document Upload');
  const review = page.getByRole('region', { name: 'What happens next' }).getByRole('listitem').nth(2);
  await expect(review).toHaveText(/^ReviewNowDemo Homes · Since [A-Z][a-z]{2} \d+, \d{4}/);
});

test('a conditional approval shows its conditions first and asks for no documents', async () => {
  await office.decide(number, {
    act: 'approveWithConditions',
    conditions: 'A second month of deposit.',
    bases: ['income'],
  });
  await page.reload();
  await expect(heading()).toHaveText("You're approved, with conditions");
  await expect(page.getByRole('region', { name: 'Conditions' })).toContainText('A second month of deposit.');
  await expectOnePrimary('Email Demo Homes');
  await expectNothingAsked();
});

test('a denial shows its letter and offers other homes', async () => {
  await office.decide(number, { act: 'decline', reasons: ['incomeProof'], bases: ['income'] });
  await page.reload();
  await expect(heading()).toHaveText('Demo Homes declined your application');
  await expect(page).toHaveTitle(/^Application declined/);
  await expect(page.getByRole('region', { name: 'Letter' })).toContainText("Your income couldn't be verified.");
  await expect(page.getByText(/^Declined, [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible();
  await expectNothingAsked();
  await expectOnePrimary('Apply for another home');
  const stages = page.getByRole('region', { name: 'What happened', exact: true }).getByRole('listitem');
  const day = '[A-Z][a-z]{2} \\d+, \\d{4}';
  await expect(stages).toHaveText([
    new RegExp(`^Application submittedDoneYou · ${day}`),
    new RegExp(`^ReviewDoneDemo Homes · ${day}`),
    new RegExp(`^DecisionDoneDemo Homes · ${day}Declined$`),
  ]);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Apply for another home' }).click();
  await expect(page.getByRole('button', { name: /^Apply for / }).first()).toBeFocused();
});

test('a withdrawal shows no congratulations and asks for nothing', async () => {
  const other = await makeApplicant(context.request, withNewEmail(robin, 'withdrawal'));
  await postForApplicant(other, 'application/withdraw', {});
  await page.evaluate((session) => localStorage.setItem('rental-session', session), JSON.stringify(other.session));
  await page.goto('/success');
  await expect(heading()).toHaveText('You withdrew your application');
  await expectNothingAsked();
});

async function expectOnePrimary(name: string): Promise<void> {
  await expect(page.getByRole('main').locator('[data-variant=primary]')).toHaveText([name]);
}

async function expectNothingAsked(): Promise<void> {
  const main = page.getByRole('main');
  await expect(main).not.toContainText(SUBMITTED);
  await expect(main.getByRole('button', { name: /Upload|Desired|Secondary/ })).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'View Application' })).toBeVisible();
}
