import { expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { makeDocument } from './support/documents';
import { findField } from './support/fill';
import { disableBootstrap } from './support/session';
import { draftSection, openStep, start } from './support/start';
import { openSection } from './support/stepOne';

const WARNING = 'Warning! Once deleted cannot revert back .';
const answers = robin.flows.application.identification;

const deletion = (page: Page, question: string) => page.getByRole('alertdialog', { name: question });
const press = (page: Page, question: string, word: 'No' | 'Yes') =>
  deletion(page, question).getByRole('button', { name: word, exact: true }).click();

/** Opens step 1 with drafts of these sections, at the section after them. */
async function openAfter(page: Page, tag: string, ...sections: (keyof typeof answers)[]): Promise<void> {
  await start(page, robin, tag);
  for (const section of sections) await draftSection(page, section, answers[section]);
  await openStep(page, 'identification');
}

test('Yes opens the other names, and answering No or deleting the last one asks for confirmation', async ({ page }) => {
  await openAfter(page, 'alias');
  const personal = { page, section: 'personal-details' };
  const question = 'Are you sure want to delete other ?';
  const status = findField(personal, ['alias_status']);
  const rows = page.getByRole('heading', { name: /^Other name \d$/ });
  await expect(findField(personal, ['Email'])).not.toBeEditable();
  await expect(findField(personal, ['Email'])).toHaveValue(/^alias\..+@example\.com$/);
  await page.getByRole('button', { name: 'Add a home or work number' }).click();
  await expect(findField(personal, ['otherPhoneNumber'])).toBeFocused();
  await expect(findField(personal, ['otherPhoneCaption'])).toHaveValue('Home');
  await expect(findField(personal, ['otherPhoneCaption']).getByRole('option')).toContainText([
    'Home',
    'Work',
    'Mobile',
  ]);

  await status.getByRole('radio', { name: 'Yes' }).click();
  await expect(rows).toHaveCount(1);
  await expect(findField(personal, ['Alias', 0, 'fname'])).toHaveValue('');
  await page.getByRole('button', { name: 'Delete Other name 1' }).click();
  await expect(deletion(page, question)).toContainText(WARNING);
  await press(page, question, 'No');
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Delete Other name 1' }).click();
  await press(page, question, 'Yes');
  await expect(rows).toHaveCount(0);
  await expect(status.getByRole('radio', { name: 'No' })).toBeChecked();

  await status.getByRole('radio', { name: 'Yes' }).click();
  await page.getByRole('button', { name: 'Add another name' }).click();
  await expect(rows).toHaveCount(2);
  await status.getByRole('radio', { name: 'No' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(rows).toHaveCount(0);
  await expect(status.getByRole('radio', { name: 'No' })).toBeChecked();
});

test("the current address can't be removed, and rent, own and other ask their own questions", async ({ page }) => {
  await openAfter(page, 'homes', 'personal-details', 'proof-of-identity');
  const section = { page, section: 'address' };
  const field = (row: number, name: string) => findField(section, ['address', row, name]);
  const question = 'Are you sure want to delete address ?';
  await expect(page.getByText('Please include address history covering two most recent years.')).toBeVisible();
  await expect(field(0, 'state').getByRole('option', { name: 'TX - Texas' })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Delete Current address' })).toHaveCount(0);
  await expect(field(0, 'move_out_date')).toHaveCount(0);
  await field(0, 'zipcode').pressSequentially('123456789012');
  await expect(field(0, 'zipcode')).toHaveValue('123456789');

  const expected = {
    Rent: ['current_rent', 'landlord_name', 'landlord_number'],
    Own: ['mortgage_rent', 'mortgage_company'],
  };
  for (const kind of ['Rent', 'Own', 'Other']) {
    await field(0, 'property_type').getByRole('radio', { name: kind }).check();
    for (const [branch, names] of Object.entries(expected))
      for (const name of names) await expect(field(0, name), `${kind}: ${name}`).toHaveCount(branch === kind ? 1 : 0);
  }

  await page.getByRole('button', { name: 'Add another address' }).click();
  await expect(field(1, 'move_out_date')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Address 2' }).click();
  await expect(deletion(page, question)).toContainText(WARNING);
  await press(page, question, 'No');
  await expect(field(1, 'street_address')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Address 2' }).click();
  await press(page, question, 'Yes');
  await expect(field(1, 'street_address')).toHaveCount(0);
});

test('missing proof asks for a reason with a default, and the SSN card explains its upload', async ({ page }, info) => {
  await openAfter(page, 'reasons', 'personal-details');
  const proof = { page, section: 'proof-of-identity' };
  await findField(proof, ['availableToUpload_id']).getByRole('radio', { name: 'No' }).check();
  await expect(findField(proof, ['no_doc_reason']).getByRole('radio', { checked: true })).toHaveAccessibleName(
    "I don't currently have access to document(s), but can provide later",
  );
  await expect(findField(proof, ['other_reason'])).toHaveCount(0);
  await findField(proof, ['no_doc_reason']).getByRole('radio', { name: 'Other' }).check();
  await expect(findField(proof, ['other_reason'])).toBeVisible();
  await expect(page.getByText('Max 5000 Characters')).toBeVisible();

  // Waits for the save, so the answers above and the drafts below don't look like changes from two devices.
  await expect(page.locator('[role=status][data-state]')).toHaveText(/^Saved/);
  for (const section of ['proof-of-identity', 'address'] as const) await draftSection(page, section, answers[section]);
  await openStep(page, 'identification');
  const ssn = { page, section: 'ssn' };
  await findField(ssn, ['availableToUpload_ssn']).getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('button', { name: 'Before you upload' }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog).toContainText('Only upload clear, complete, straight documents.');
  await dialog.getByRole('button').first().click();
  const stored = page.waitForResponse('**/api/applicant/document');
  await page
    .locator('.rp-accordion__item[data-open=true] input[type=file]')
    .setInputFiles(await makeDocument('ssn-card', info.outputPath('documents')));
  expect((await (await stored).json()).records).toMatchObject({ document_id: 4, source_id: 1 });
  const number = findField(ssn, ['SSNNumber']);
  await findField(ssn, ['isUS_citizen']).getByRole('radio', { name: 'Yes' }).check();
  await number.pressSequentially('2190999981');
  await expect(number).toHaveValue('219-09-9998');
});

test("the server's warnings about the applicant show, but not deleted ones", async ({ page }) => {
  await start(page, robin, 'warned');
  await disableBootstrap(page);
  await page.route('**/api/applicant/getidentification/**', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const validation_message = [
      { message: 'The license of the applicant has expired.', isDeleted: false },
      { message: 'The name could not be read.', isDeleted: true },
    ];
    await route.fulfill({ response, json: { ...answer, records: { ...answer.records, validation_message } } });
  });
  await openStep(page, 'identification');
  const banner = page.getByRole('main').getByRole('alert').filter({ hasText: 'Please note' });
  await expect(banner.getByRole('listitem')).toHaveText(['The license of the applicant has expired.']);
});

test('the phone layout is used below 766 pixels', async ({ page }) => {
  await openAfter(page, 'width');
  for (const [width, isPhone] of [
    [766, false],
    [765, true],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const next = page.getByRole('button', { name: 'Next', exact: true });
    // On phones, Next fills its row, except for the space of the save status.
    expect(((await next.boundingBox())?.width ?? 0) > width / 2, `${width}`).toBe(isPhone);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('at 1280 px a field is as wide as its answer', async ({ page }) => {
  await openSection(page, 'widths', 'address');
  const widthOf = async (name: string) =>
    (await findField({ page, section: 'address' }, ['address', '0', name]).boundingBox())?.width ?? 0;
  await expect.poll(() => widthOf('zipcode')).toBeGreaterThan(0);
  const [street, zip, date, rent] = await Promise.all(
    ['street_address', 'zipcode', 'move_in_date', 'current_rent'].map(widthOf),
  );
  expect(zip).toBeLessThanOrEqual(130);
  expect(date).toBeLessThanOrEqual(200);
  expect(rent).toBeLessThanOrEqual(200);
  expect(street).toBeGreaterThan(date ?? 0);
});
