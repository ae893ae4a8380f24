import type { Page } from '@playwright/test';

/** Clicks the retry button of each upload that got no response. */
export async function retryUploads(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: /^Try again: upload/ }).first();
  await page.addLocatorHandler(again, (button) => button.click());
}
