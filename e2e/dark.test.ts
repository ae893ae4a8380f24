import { expect, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { openTerms } from './support/journey';
import { type StepName, startAt } from './support/start';

test.use({ colorScheme: 'dark' });

const background = 'rgb(18, 24, 31)';

test("the login follows the system's dark mode and is readable in it", async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('background-color', background);
  expect(await axeFindings(page)).toEqual([]);
});

for (const step of ['identification', 'applicant-details', 'income', 'payment'] satisfies StepName[])
  test(`the step ${step} and its errors are readable in dark mode`, async ({ page }) => {
    await startAt(page, robin, `dark-${step}`, step);
    await expect(page.locator('html')).toHaveCSS('background-color', background);
    if (step === 'payment') await expect(page.locator('.ap-answers').first()).toHaveCSS('border-top-width', '1px');
    expect(await axeFindings(page)).toEqual([]);
    if (step === 'payment') await openTerms(page);
    await page.locator('.rp-next [data-variant=primary]').click();
    await page.getByRole('region', { name: 'There is a problem' }).or(page.getByRole('alertdialog')).first().waitFor();
    if (process.env.LOOK) await page.screenshot({ path: `/tmp/face-dark-${step}.png` });
    expect(await axeFindings(page)).toEqual([]);
  });
