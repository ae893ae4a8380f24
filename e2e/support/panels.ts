import { expect, type Locator, type Page } from '@playwright/test';

/** Expects a panel to be open, and its anchor in the page's address. */
export async function expectOpen(page: Page, anchor: string): Promise<void> {
  await expect(page.locator('.rp-accordion__item[data-open=true]')).toHaveAttribute('id', anchor);
  await expect.poll(() => new URL(page.url()).hash).toBe(`#${anchor}`);
}

/** The button that opens and closes a panel. */
export function findToggle(page: Page, anchor: string): Locator {
  return page.locator(`#${anchor}-toggle`);
}

/** The shell's Next button. */
export function findNextButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Next', exact: true });
}
