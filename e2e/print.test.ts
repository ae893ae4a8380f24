import { expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { makeApplicant, openAsApplicant } from './support/applicant';
import { withNewEmail } from './support/journey';

test('a printed page shows the content, expanded and without header and footer', async ({ page, context }) => {
  const applicant = await makeApplicant(context.request, withNewEmail(robin, 'print'), 'saved');
  await page.setViewportSize({ width: 360, height: 740 });
  await openAsApplicant(page, applicant, '/identification/payment');
  const answers = page.locator('.ap-answers > [hidden]');
  await expect(answers.first()).toBeAttached({ timeout: 30_000 });
  await expect(answers.first()).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(answers.first()).toBeVisible();
  await expectNoFrame(page);

  await page.emulateMedia({ media: 'screen' });
  await page.goto('/identification/payment#tc');
  await expect(page.locator('.rp-accordion__content').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.rp-accordion__content').last()).toBeVisible();
  await expectNoFrame(page);

  await page.emulateMedia({ media: 'screen' });
  await page.goto('/view');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoFrame(page);
});

async function expectNoFrame(page: Page): Promise<void> {
  for (const selector of ['header.rp-frame__header', 'nav', 'footer', '.rp-help-note', '.rp-next'])
    await expect(page.locator(selector).filter({ visible: true })).toHaveCount(0);
}
