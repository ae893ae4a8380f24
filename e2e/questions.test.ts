import { expect, type Page, type Request, type Route, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import sam from '../schemas/personas/sam-ortega.json' with { type: 'json' };
import { makeDocument } from './support/documents';
import { findField, openRow } from './support/fill';
import { findNextButton } from './support/panels';
import { draftSection, openStep, ROUTES, startAt } from './support/start';

const answers = sam.flows.application['applicant-details'];
const WARNING = 'Warning! Once deleted cannot revert back .';

const others = { section: 'other-details' };
const pet = (page: Page, name: string) => findField({ page, ...others }, ['have_pet', 'fields', 0, name]);
const vehicle = (page: Page, name: string) => findField({ page, ...others }, ['have_vehicle', 'fields', 0, name]);

/** Saves drafts of all sections of step 2 except the last. */
async function saveAllButLast(page: Page): Promise<void> {
  for (const [section, typed] of Object.entries(answers))
    if (section !== others.section) await draftSection(page, section, typed);
}

test('Yes opens one entry, No asks before clearing, and deleting the last one sets No', async ({ page }) => {
  await startAt(page, sam, 'entries', 'applicant-details');
  const question = findField({ page, section: 'applicant-details' }, ['anyone_over_18', 'response']);
  const rows = page.getByRole('heading', { name: /^Occupant \d$/ });
  const answer = (word: 'Yes' | 'No') => question.getByRole('radio', { name: word });
  await answer('Yes').click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByLabel('Individual will not be responsible for the lease')).not.toBeChecked();
  await page.getByRole('button', { name: 'Add another person' }).click();
  await expect(rows).toHaveCount(2);
  await expect(
    findField({ page, section: 'applicant-details' }, ['anyone_over_18', 'fields', 1, 'first_name']),
  ).toBeFocused();

  await answer('No').click();
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure want to delete ?' });
  await expect(dialog).toContainText(WARNING);
  await dialog.getByRole('button', { name: 'No', exact: true }).click();
  await expect(answer('Yes')).toBeChecked();
  await expect(rows).toHaveCount(2);

  await answer('No').click();
  await dialog.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(rows).toHaveCount(0);
  await expect(answer('No')).toBeChecked();

  await answer('Yes').click();
  await findField({ page, section: 'applicant-details' }, ['anyone_over_18', 'fields', 0, 'first_name']).fill('Noor');
  await page.getByRole('button', { name: /^Delete Occupant 1/ }).click();
  // The dialog names what is deleted, and Yes looks dangerous.
  await expect(dialog).toContainText('Occupant 1: Noor');
  await expect(dialog.getByRole('button', { name: 'Yes', exact: true })).toHaveAttribute('data-variant', 'danger');
  await dialog.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(rows).toHaveCount(0);
  await expect(answer('No')).toBeChecked();
});

test('an emergency contact copies a reference just typed', async ({ page }) => {
  await startAt(page, sam, 'copy', 'applicant-details');
  await draftSection(page, 'applicant-details', answers['applicant-details']);
  await draftSection(page, 'contacts', { reference: robin.flows.application['applicant-details'].contacts.reference });
  await openStep(page, 'applicant-details');
  const field = (...path: (string | number)[]) => findField({ page, section: 'contacts' }, path);
  await openRow({ page, section: 'contacts' }, ['reference', 'fields', 0]);
  await field('reference', 'fields', 0, 'relationship').fill('Neighbor');
  await field('emergency_reference', 'response').getByRole('radio', { name: 'Yes' }).click();
  const entry = ['emergency_reference', 'fields', 0];
  await field(...entry, 'reference_copy_status').check();
  // Other questions use typed answers after the next validation, a second later.
  await expect(page.getByText(/^Saved \d{1,2}:\d\d\s[AP]M$/).first()).toBeVisible();
  await field(...entry, 'reference_copy').selectOption({ label: 'Priya Nair' });
  await expect(field(...entry, 'first_name')).toHaveValue('Priya');
  await expect(field(...entry, 'email')).toHaveValue('priya.nair@example.com');
  await expect(field(...entry, 'mobile')).toHaveValue(/555.*0188/);
  await expect(field(...entry, 'relationship')).toHaveValue('Neighbor');
});

test("a vehicle's year is from 1900 to next year, and a new pet is spayed or neutered by default", async ({ page }) => {
  await startAt(page, sam, 'year', 'applicant-details');
  await saveAllButLast(page);
  await openStep(page, 'applicant-details');
  await findField({ page, ...others }, ['have_vehicle', 'response'])
    .getByRole('radio', { name: 'Yes' })
    .click();
  const year = vehicle(page, 'vehicle_year');
  const now = new Date().getFullYear();
  for (const [typed, message] of [
    ['1899', 'Please enter valid year'],
    [String(now + 2), 'Please enter valid year'],
    ['20x9', 'Only Allowed Numbers'],
    ['1900', ''],
    [String(now + 1), ''],
  ] as const) {
    await year.fill(typed);
    await year.blur();
    const error = page.locator('[id="other-details_have_vehicle_fields_0_vehicle_year__error"]');
    if (message) await expect(error).toHaveText(message);
    else await expect(year).not.toHaveAttribute('aria-invalid', 'true');
  }
  await findField({ page, ...others }, ['have_pet', 'response'])
    .getByRole('radio', { name: 'Yes' })
    .click();
  await expect(pet(page, 'pet_Spayedneutered').getByRole('radio', { checked: true })).toHaveValue('YES');
  await expect(pet(page, 'service_animal')).not.toBeChecked();
});

test("a pet's picture is stored as document 14 and stays with the pet, and step 2 sends 14 questions", async ({
  page,
}, info) => {
  await startAt(page, sam, 'pet', 'applicant-details');
  await saveAllButLast(page);
  const { have_pet } = robin.flows.application['applicant-details']['other-details'];
  await draftSection(page, others.section, { ...answers['other-details'], have_pet });
  await openStep(page, 'applicant-details');
  const openPet = () => openRow({ page, ...others }, ['have_pet', 'fields', 0]);
  await openPet();
  const field = pet(page, 'file').locator('xpath=ancestor-or-self::fieldset[1]');
  const upload = page.waitForResponse('**/api/contextual/petimage');
  await field.locator('input[type=file]').setInputFiles(await makeDocument('passport', info.outputPath('documents')));
  expect((await (await upload).json()).records).toMatchObject({ document_id: 14, source_id: 0 });
  await expect(field.getByRole('button', { name: 'Delete passport.jpg' })).toBeVisible();
  await expect(field.locator('[data-verdict]')).toHaveText('Received');
  await expect(pet(page, 'pet_Spayedneutered').getByRole('radio', { name: 'Yes' })).toBeChecked();

  const save = page.waitForRequest('**/contextual/savedetails');
  await findNextButton(page).click();
  expect(namesIn(await save)).toEqual([
    'anyone_over_18',
    'co_occupants',
    'is_co_signer',
    'reference',
    'emergency_reference',
    'renters_insurance',
    'eviction_or_nonpayment',
    'contingencies',
    'filed_for_bankruptcy',
    'is_student',
    'have_vehicle',
    'have_pet',
    'convicted_for_crime',
    'do_you_smoke',
  ]);
  await page.waitForURL(`**${ROUTES.income}`);

  await page.goto(`${ROUTES['applicant-details']}#others`);
  await openPet();
  const dialog = page.getByRole('alertdialog');
  const fails = (route: Route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, json: { status: 500, success: false, message: 'Broken', records: null } })
      : route.continue();
  await page.route('**/api/contextual/petimage/**', fails);
  const refused = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await field.getByRole('button', { name: 'Delete passport.jpg' }).click();
  await dialog.getByRole('button', { name: 'Yes', exact: true }).click();
  expect((await refused).status()).toBe(500);
  await expect(page.getByRole('status').filter({ hasText: 'Error in delete document' })).toHaveCount(1);
  await expect(dialog).toHaveCount(0);
  await page.unroute('**/api/contextual/petimage/**');
  await field.getByRole('button', { name: 'Delete passport.jpg' }).click();
  await expect(dialog).toContainText('Are you sure want to delete document ?');
  await expect(dialog).toContainText(WARNING);
  const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await dialog.getByRole('button', { name: 'Yes', exact: true }).click();
  expect((await (await gone).json()).success).toBe(true);
  await expect(field.locator('input[type=file]')).toBeAttached();
});

test('a section’s title is clearly larger than its questions', async ({ page }) => {
  await startAt(page, robin, 'type-scale', 'applicant-details');
  const sizeOf = (selector: string) =>
    page
      .locator(selector)
      .filter({ visible: true })
      .first()
      .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const title = await sizeOf('.rp-accordion__title');
    expect(title).toBeGreaterThanOrEqual(
      1.25 * (await sizeOf('.rp-group > legend, .rp-field[data-question] > .rp-label')),
    );
    expect(await sizeOf('h1')).toBeGreaterThan(1.2 * title);
  }
});

function namesIn(request: Request): string[] {
  return request.postDataJSON().questions.map(({ name }: { name: string }) => name);
}

test('at 1280 px the space between questions is 32 to 40 px', async ({ page }) => {
  await startAt(page, sam, 'spaces', 'applicant-details');
  const panel = page.locator('#ad-panel');
  await expect(panel.getByRole('radiogroup').first()).toBeVisible();
  const spaces = await panel.evaluate((element) => {
    const boxes = [...element.querySelectorAll('.rp-label, .rp-choice__mark')].map((one) => ({
      isLabel: one.matches('.rp-label'),
      box: one.getBoundingClientRect(),
    }));
    return boxes.flatMap(({ isLabel, box }, index) => {
      const before = boxes[index - 1];
      return isLabel && before && !before.isLabel ? [Math.round(box.top - before.box.bottom)] : [];
    });
  });
  expect(spaces.length).toBeGreaterThan(1);
  for (const space of spaces) expect(space >= 32 && space <= 40, `${spaces}`).toBe(true);
});
