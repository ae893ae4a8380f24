import type { Page } from '@playwright/test';

/** Retries an upload without a response by its button, whenever there is one. */
export async function retryUploads(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: /^Try again: upload/ }).first();
  await page.addLocatorHandler(again, (button) => button.click());
}
