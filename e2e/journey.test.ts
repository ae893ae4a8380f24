import { expect, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { watchConsole } from './support/console';
import { completeStep, logIn, pay, register, withNewEmail } from './support/journey';

// Runs with animations, which most people have turned on.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('an applicant registers, fills four steps, pays and finds everything again', async ({ page }, info) => {
  const persona = withNewEmail(robin, 'robin');
  const folder = info.outputPath('documents');
  const problems = watchConsole(page);

  const expectNoFindings = async () => expect(await axeFindings(page), page.url()).toEqual([]);

  await register(page, persona, folder, expectNoFindings);
  await completeStep(page, persona, 'identification', folder, expectNoFindings);
  await expect(page).toHaveURL(/\/identification\/applicantDetail/);
  await completeStep(page, persona, 'applicant-details', folder, expectNoFindings);
  await expect(page).toHaveURL(/\/identification\/incomeDetail/);
  await completeStep(page, persona, 'income', folder, expectNoFindings);
  await expect(page).toHaveURL(/\/identification\/payment/);
  await pay(page, persona, folder, expectNoFindings);

  await expect(page).toHaveURL(/\/success$/);
  await expect(page.getByText('Congratulations')).toBeVisible();
  const number =
    (await page
      .getByRole('banner')
      .getByText(/^Application ID \d+$/)
      .textContent()) ?? '';
  await expectNoFindings();

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByText('Logout', { exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await expectNoFindings();
  await logIn(page, persona);
  await expect(page).toHaveURL(/\/success$/);
  await expect(page.getByRole('banner').getByText(number)).toBeVisible();

  await page.goto('/view');
  await expect(page.getByRole('main')).toContainText('Robin J Hale');
  await expectNoFindings();
  await page.goto('/view/incomeDetail');
  await expect(page.getByRole('main')).toContainText('Bluebonnet Books');
  await expectNoFindings();
  await page.goto('/viewconsent');
  await expect(page.getByText('Agreed to Terms, Conditions & Signature').first()).toBeVisible();
  await expectNoFindings();
  expect(problems).toEqual([]);
});
