import { expect, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { enter, makeApplicant } from './support/applicant';
import { makeDocument } from './support/documents';
import { freshCopy } from './support/journey';

test('a file of the questionnaire that was uploaded before leaving the page is there afterward', async ({ page }) => {
  const applicant = await makeApplicant(page.context().request, freshCopy(robin, 'left'));
  await enter(page, applicant, '/success');
  const dialog = page.getByRole('dialog', { name: 'Secondary Application' });
  const groups = dialog.locator('[role=radiogroup]');
  const say = (question: number, answer: string) => groups.nth(question).getByRole('radio', { name: answer }).check();
  const files = dialog.getByRole('group', { name: 'Documents' });
  const letter = files.getByRole('button', { name: 'View court-letter.pdf in a new tab' });
  const open = page.getByRole('button', { name: 'Secondary Application', exact: true });
  await open.click();
  await say(0, 'Yes');
  await say(2, 'Yes');
  await files
    .locator('input[type=file]')
    .setInputFiles(await makeDocument('court-letter', test.info().outputPath('documents')));
  await expect(letter).toBeVisible({ timeout: 20_000 });

  await page.goto('/account');
  await page.goto('/success');
  await open.click();
  await say(0, 'Yes');
  await expect(groups.nth(2).getByRole('radio', { name: 'Yes' })).toBeChecked();
  await expect(letter).toBeVisible();
  await dialog.getByLabel('Explain').first().fill('A fine in 1979.');
  await say(1, 'No');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Secondary Application Completed', exact: true }).click();
  await expect(letter).toBeVisible();
});
