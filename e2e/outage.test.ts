import { expect, type Route, test } from '@playwright/test';
import { findField } from './support/fill';
import { findNextButton } from './support/panels';
import { openSection } from './support/stepOne';

/** Responds like the server during a database failover. */
const away = (route: Route) =>
  route.fulfill({
    status: 503,
    headers: { 'retry-after': '2' },
    json: { status: 503, success: false, code: 'unavailable', message: 'Try again in a moment.', records: null },
  });

test('while the database is down, drafts and saves show a delay, and are saved afterwards', async ({ page }) => {
  await openSection(page, 'outage', 'ssn');
  const status = page.locator('[role=status][data-state]');
  await page.route('**/api/drafts/**', (route) =>
    route.request().method() === 'PUT' ? away(route) : route.continue(),
  );
  await findField({ page, section: 'ssn' }, ['no_doc_reason']).getByRole('radio', { checked: false }).first().check();
  await expect(status).toHaveText("We'll save your answers in a moment");
  await page.unroute('**/api/drafts/**');
  await expect(status).toHaveText(/^Saved/, { timeout: 20_000 });

  let refused = 0;
  const keys = new Set<string | undefined>();
  await page.route('**/api/applicant/saveiddetail', async (route) => {
    keys.add(await route.request().headerValue('idempotency-key').then(String));
    refused += 1;
    return refused <= 3 ? away(route) : route.continue();
  });
  await findNextButton(page).click();
  await expect(page.locator('.ap-toast')).toHaveText("There's a delay on our side. We'll keep trying.");
  await expect(page.getByRole('alert').locator('.ap-toast')).toHaveCount(0);
  await expect(page).toHaveURL(/applicantDetail/, { timeout: 20_000 });
  expect([refused, keys.size]).toEqual([4, 1]);
});
