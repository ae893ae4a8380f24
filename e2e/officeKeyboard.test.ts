import { expect, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { makeApplicant } from './support/applicant';
import { withNewEmail } from './support/journey';
import { createKeyboard } from './support/keyboard';
import { authenticatorCode, inviteToOffice } from './support/officeLogin';

test('the office works by keyboard alone, from the invitation to the logout', async ({ page }) => {
  test.setTimeout(240_000);
  const persona = withNewEmail(robin, 'office-keys');
  // A unique name, because other tests submit applications too.
  persona.flows.entry.registration['registration-personal'].lname = 'Keyes';
  persona.flows.application.identification['personal-details'].last_name = 'Keyes';
  await makeApplicant(page.request, persona);
  await page.context().clearCookies();
  const link = await inviteToOffice({ email: 'kim@office.example', name: 'Kim Sorrel', role: 'owner' });
  const keys = createKeyboard(page);

  await page.goto(link);
  await keys.press('Log in');
  const secret = await page.locator('code').innerText();
  await keys.type('office-code_code', authenticatorCode(secret));
  await keys.press('Confirm');
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();

  await keys.write('#office-filters_search', 'keyes');
  // Escape leaves the search, so that the list's keys work.
  await expect(page.getByText('1 application', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'Robin Keyes' })).toBeFocused();
  await keys.pick('Status', 'New');
  await expect(page).toHaveURL(/search=keyes&status=submitted/);
  await keys.press('Robin Keyes', 'link');
  await expect(page.getByRole('heading', { level: 1, name: 'Robin Keyes' })).toBeVisible();

  // Keys open decisions. Escape closes the dialog, then the application.
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('a');
  await expect(dialog.getByRole('heading', { name: 'Approve' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(dialog.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('Escape');
  // The list is unchanged.
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
  await expect(page).toHaveURL(/search=keyes&status=submitted/);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Robin Keyes' })).toBeVisible();

  // The actions come right after the heading, before the answers.
  await keys.press('Ask for documents');
  await keys.write('#office-documents_documents_0_text', 'Your tax return of last year.');
  await keys.press('Preview the email');
  await keys.press('Ask for documents and send the email');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('.of-head')).toContainText('Documents needed');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);

  await keys.pick('Assigned to', 'Kim Sorrel');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Kim Sorrel');

  await keys.press('Show hidden details');
  await keys.check('Dates of birth');
  await keys.write('#office-reveal_why', 'To compare with the license.');
  await keys.press('Show details');
  const revealed = page.getByRole('region', { name: 'Hidden details' });
  await expect(revealed).toContainText('1990');
  await keys.press('Hide now');
  await expect(revealed).not.toContainText('1990');

  await keys.write('#office-note_text', 'Rang the applicant.');
  await keys.press('Add note');
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Rang the applicant.');

  await keys.press('All applications', 'link');
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
  await keys.pick('Status', 'All');
  await keys.pick('Assigned to', 'Me');
  const own = page.getByRole('row').filter({ hasText: 'Robin Keyes' }).filter({ hasText: 'Documents needed' });
  await expect(own).toBeVisible();
  await keys.press('Log out');
  await expect(page.getByRole('heading', { name: 'Log in to the office' })).toBeVisible();
});
