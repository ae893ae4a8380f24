import { expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { makeApplicant } from './support/applicant';
import { axeFindings } from './support/axe';
import { withNewEmail } from './support/journey';
import { logInToOffice } from './support/officeLogin';
import { findEmail } from './support/operator';

test('several applicants get the email that the office saw, and a request starts with the missing documents', async ({
  page,
}, info) => {
  test.setTimeout(180_000);
  // A retry must not find the first attempt's applicants.
  const name = info.retry === 0 ? 'Quill' : 'Ridge';
  const emails = [await submit(page, name), await submit(page, `${name}s`)];
  await logInToOffice(page, { email: 'noor@office.example', name: 'Noor Lund', role: 'reviewer' });
  await page.goto(`/office?search=${name}`);
  await selectBoth(page, name);
  await page.getByRole('button', { name: 'Start review' }).click();

  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByText('Each of these 2 applicants gets an email. Check the emails before you send them.'),
  ).toBeVisible();
  await expect(dialog.locator('.of-email').first()).toContainText(/review/i);
  expect(await axeFindings(page)).toEqual([]);
  expect(await findEmail(emails[0] ?? '', /review/i)).toBeUndefined();
  await dialog.getByRole('button', { name: 'Start review and send 2 emails' }).click();
  await expect(page.getByText('2 applications changed.')).toBeVisible();
  for (const email of emails) await expect.poll(() => findEmail(email, /review/i), { timeout: 20_000 }).toBeTruthy();

  // Before anything is sent, the dialog says that a review can't be started twice.
  await selectBoth(page, name);
  await page.getByRole('button', { name: 'Start review' }).click();
  await expect(dialog.getByText(new RegExp(`^Robin ${name}s: `))).toHaveText(
    `Robin ${name}s: Nothing changes and no email is sent. The current status is “In review.”`,
  );
  await expect(dialog.getByRole('button', { name: /send/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: `Robin ${name}s` }).click();
  await page.getByRole('button', { name: 'Ask for all missing documents' }).click();
  const rows = dialog.getByRole('combobox', { name: 'Document' });
  await expect(rows.first()).not.toHaveValue('');
  const missing = await rows.evaluateAll((boxes) => boxes.map((box) => (box as HTMLSelectElement).value));
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('r');
  await expect(rows).toHaveCount(missing.length);
  expect(await rows.evaluateAll((boxes) => boxes.map((box) => (box as HTMLSelectElement).value))).toEqual(missing);
});

async function selectBoth(page: Page, name: string): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: new RegExp(`^Select Robin ${name}`) });
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await box.check();
}

/** Submits an application under this last name. Returns the applicant's email. */
async function submit(page: Page, name: string): Promise<string> {
  const persona = withNewEmail(robin, name.toLowerCase());
  const registration = persona.flows.entry.registration['registration-personal'];
  registration.lname = name;
  persona.flows.application.identification['personal-details'].last_name = name;
  await makeApplicant(page.request, persona);
  await page.context().clearCookies();
  return registration.email;
}
