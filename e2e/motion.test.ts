import { expect, type Page, test } from '@playwright/test';
import sam from '../schemas/personas/sam-ortega.json' with { type: 'json' };
import { findField } from './support/fill';
import { findToggle } from './support/panels';
import { startAt } from './support/start';

/** Records which elements and properties are animated. */
async function watchMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const moved: string[] = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      moved.push(`${this.className} ${Object.keys(given[0] ?? {})}`);
      return animate.apply(this, given);
    };
    Object.assign(window, { moved });
  });
  return () => page.evaluate(() => (window as unknown as { moved: string[] }).moved);
}

/** Adds and deletes a row, and closes and opens the panel. */
async function addDeleteAndOpen(page: Page): Promise<void> {
  const question = findField({ page, section: 'applicant-details' }, ['anyone_over_18', 'response']);
  await question.getByRole('radio', { name: 'Yes' }).click();
  await page.getByRole('button', { name: 'Add another person' }).click();
  await expect(page.getByRole('heading', { name: /^Occupant \d$/ })).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete Occupant 2' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Occupant \d$/ })).toHaveCount(1);
  await findToggle(page, 'ad').click();
  await expect(page.locator('#ad-panel')).toBeHidden();
  await findToggle(page, 'ad').click();
  await expect(page.locator('#ad-panel')).toBeVisible();
}

for (const [reducedMotion, moving] of [
  // Neither property moves other elements.
  ['no-preference', ['rp-row transform', 'rp-row opacity', 'rp-accordion__content transform']],
  ['reduce', []],
] as const)
  test(`rows and panels follow prefers-reduced-motion: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    const motion = page.waitForResponse(/dom-mini/);
    await startAt(page, sam, `motion-${reducedMotion}`, 'applicant-details');
    await motion;
    const moved = await watchMotion(page);
    await addDeleteAndOpen(page);
    expect(await moved()).toEqual(moving);
  });
