import { expect, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { makeApplicant, openAsApplicant } from './support/applicant';
import { axeFindings } from './support/axe';
import { withNewEmail } from './support/journey';

test('a second application to the same landlord starts with earlier answers to confirm', async ({ page }) => {
  const applicant = await makeApplicant(page.request, withNewEmail(robin, 'another'));
  await openAsApplicant(page, applicant, '/account');
  const section = page.getByRole('region', { name: 'Your applications and other homes' });
  expect(await axeFindings(page)).toEqual([]);
  const homes = section.getByRole('button', { name: /^Apply for/ });
  await expect(homes).toHaveCount(1);
  await section.getByRole('button', { name: 'Apply for a home at Harbor View Apartments, 2BR' }).click();
  await expect(page).toHaveURL(/\/instruction$/);
  await page.getByRole('button', { name: /agree|accept|submit/i }).click();
  await expect(page).toHaveURL(/\/identification/);
  const list = page.getByRole('status').filter({ hasText: 'We copied these answers from an earlier application.' });
  const header = page.getByRole('button', { name: /^Personal Details/ });
  await expect(header).toHaveText('Personal Details, To confirm');
  const step = page.getByRole('navigation', { name: 'Application steps' });
  await expect(step.getByRole('link', { name: /^Personal Detail/ })).not.toContainText('Done');
  await list.getByRole('link', { name: 'Personal Details' }).click();
  await expect(page.getByLabel('First name').first()).toHaveValue('Robin');
  const note = page
    .getByRole('status')
    .filter({ hasText: /From your application \d+, / })
    .first();
  await expect(note).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 900 });
  await note.getByRole('button', { name: 'Confirm these answers' }).click();
  await expect(note).toContainText('You confirmed these answers.');
  await expect(list.getByRole('link')).toHaveText(['Proof of Identity', 'Address']);
  await expect(header).not.toContainText('To confirm');
  await page.reload();
  await list.getByRole('link', { name: 'Address' }).click();
  await expect(page.getByLabel('Street address').first()).not.toHaveValue('');
  await page.getByRole('button', { name: 'Confirm these answers' }).click();
  await expect(list.getByRole('link')).toHaveText(['Proof of Identity']);
  await page.getByRole('button', { name: /^Social Security Number/ }).click();
  await expect(page.getByLabel(/^Social Security Number/).last()).toHaveValue('');
  await page.goto('/account');
  await page.getByRole('button', { name: /^Open application \d+/ }).click();
  await expect(page).toHaveURL(/\/success$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('left to do');
});

test('an applicant withdraws a submitted application after a confirmation', async ({ page }) => {
  const applicant = await makeApplicant(page.request, withNewEmail(robin, 'withdrawn'));
  await openAsApplicant(page, applicant, '/account');
  await page.getByRole('button', { name: 'Withdraw my application' }).click();
  const dialog = page.getByRole('alertdialog', { name: /^Withdraw application \d+\?$/ });
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Withdraw my application' }).click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('You withdrew your application.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw my application' })).toHaveCount(0);
  await page.goto('/success');
  await expect(page.getByRole('main')).toContainText('Withdrawn');
});
