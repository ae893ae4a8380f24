import type { Page } from '@playwright/test';

/** An upload whose answer did not come is tried again by its button, whenever one stands on the page. */
export async function tryUploadsAgain(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: /^Try again to upload/ }).first();
  await page.addLocatorHandler(again, (button) => button.click());
}
