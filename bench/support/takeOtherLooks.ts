import type { BrowserContext, Page } from '@playwright/test';
import { makeApplicant, openAsApplicant } from '../../e2e/support/applicant';
import { withNewEmail } from '../../e2e/support/journey';
import { startAt } from '../../e2e/support/start';
import robin from '../../schemas/personas/robin-hale.json' with { type: 'json' };
import { openPayment } from './openPayment';
import { type SIZES, takePicture } from './takePicture';

/** Takes screenshots of review, payment and success in dark mode. */
export async function takeDark(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.emulateMedia({ colorScheme: 'dark' });
  await takePages(page, 'dark', 'desktop');
}

/** Takes the same screenshots in Spanish. */
export async function takeSpanish(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto('/healthz');
  await context.addCookies([{ name: 'language', value: 'es', url: page.url() }]);
  await takePages(page, 'spanish', 'phone');
}

async function takePages(page: Page, look: string, size: keyof typeof SIZES): Promise<void> {
  await startAt(page, robin, look, 'payment');
  await page.getByText('Bluebonnet Books').first().waitFor();
  await takePicture(page, `review-${look}`, undefined, [size]);
  await openPayment(page);
  await page.locator('#card-number').waitFor();
  await takePicture(page, `payment-${look}`, page.locator('#ps-toggle'), [size]);
  await page.evaluate(() => localStorage.clear());
  await openAsApplicant(page, await makeApplicant(page.request, withNewEmail(robin, `${look}-done`)), '/success');
  await page.locator('main [data-variant=primary]').waitFor();
  await takePicture(page, `success-${look}`, undefined, [size]);
}
