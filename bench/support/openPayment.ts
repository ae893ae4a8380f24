import type { Page } from '@playwright/test';

/** Leaves the review with Next, and opens the payment. The terms must be accepted in the draft. */
export async function openPayment(page: Page): Promise<void> {
  await page.goto('/healthz');
  await page.goto('/identification/payment');
  await page.locator('.rp-frame__next [data-variant=primary]').click();
  await page.waitForURL(/#ps$/);
}
