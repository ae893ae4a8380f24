import { expect, type Locator, type Page, test } from '@playwright/test';
import { fieldOf } from './support/fill';
import { nextOf } from './support/panels';
import { openSection } from './support/stepOne';

const isApart = async (one: Locator, other: Locator) => {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return true;
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
};
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

for (const width of [360, 1280])
  test(`messages cover neither the heading nor the answer in use at ${width} px, and go once saving works`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await openSection(page, `toasts${width}`, 'ssn');
    const toast = page.locator('.ap-toast');
    const field = (name: string) => fieldOf({ page, section: 'ssn' }, [name]);
    await expect(field('isUS_citizen')).toBeVisible();

    await page.route('**/api/applicant/saveiddetail', (route) => route.fulfill({ status: 500, json: {} }));
    await nextOf(page).click();
    await expect(page.getByRole('alert').locator('.ap-toast')).toBeVisible();
    await expect.poll(() => isApart(toast, nextOf(page))).toBe(true);
    for (const name of ['isUS_citizen', 'availableToUpload_ssn']) {
      const chosen = field(name).getByRole('radio', { checked: true });
      await chosen.focus();
      await expect.poll(() => isApart(toast, chosen)).toBe(true);
    }
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(() => isApart(toast, heading(page))).toBe(true);

    const status = page.locator('[role=status][data-state]');
    await context.setOffline(true);
    await field('no_doc_reason').getByRole('radio', { name: 'Other' }).check();
    await expect(status).toHaveText('Not saved, retrying');
    await context.setOffline(false);
    await expect(status).toHaveText(/^Saved/, { timeout: 20_000 });
    await expect(toast).toHaveCount(0);

    await page.goto('/success');
    await expect(toast).toBeVisible();
    expect(await isApart(toast, heading(page))).toBe(true);
  });
