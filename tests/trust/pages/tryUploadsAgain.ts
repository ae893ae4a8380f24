import type { Page } from '@playwright/test';

/** Retries an upload without a response by its button, whenever there is one. */
export async function tryUploadsAgain(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: /^Try again: upload/ }).first();
  await page.addLocatorHandler(again, (button) => button.click());
}
