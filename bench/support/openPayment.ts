import type { Page } from '@playwright/test';
import { draftSection } from '../../e2e/support/start';

/** Accepts the terms, leaves the review with Next, and opens the payment. */
export async function openPayment(page: Page): Promise<void> {
  await draftSection(page, 'consent', { concent: true });
  await page.goto('/healthz');
  await page.goto('/identification/payment');
  await page.locator('.rp-frame__next [data-variant=primary]').click();
  await page.waitForURL(/#ps$/);
}
