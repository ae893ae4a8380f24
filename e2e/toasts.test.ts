import { expect, type Locator, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { makeApplicant, openAsApplicant } from './support/applicant';
import { findField } from './support/fill';
import { register, withNewEmail } from './support/journey';
import { findNextButton } from './support/panels';
import { openSection } from './support/stepOne';

type Box = Awaited<ReturnType<Locator['boundingBox']>>;
const isApart = (a: Box, b: Box) =>
  !a || !b || a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

/** Expects no message over `other`. On a busy machine, a second one may report a slow save. */
const expectClear = (toasts: Locator, other: Locator) =>
  expect
    .poll(async () => {
      const free = await other.boundingBox();
      const boxes = await Promise.all(
        (await toasts.all()).map((one) => one.boundingBox({ timeout: 1000 }).catch(() => null)),
      );
      return boxes.every((box) => isApart(box, free));
    })
    .toBe(true);
/** Expects no message over any button, link or field that can be seen. */
const expectNoControlCovered = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const boxes = [...document.querySelectorAll('.ap-toast')].map((one) => one.getBoundingClientRect());
        const controls = [
          ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
        ];
        return controls
          .filter((one) => !one.closest('[data-toasts]') && one.checkVisibility({ visibilityProperty: true }))
          .filter((one) => {
            const { left, right, top, bottom, width } = one.getBoundingClientRect();
            const isCovered = boxes.some(
              (box) => left < box.right && box.left < right && top < box.bottom && box.top < bottom,
            );
            return width > 1 && isCovered;
          })
          .map((one) => one.textContent || one.id);
      }),
    )
    .toEqual([]);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

for (const width of [360, 1280])
  test(`messages cover neither the heading nor the answer in use at ${width} px, and disappear once saving works`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await openSection(page, `toasts${width}`, 'ssn');
    const toast = page.locator('.ap-toast');
    const field = (name: string) => findField({ page, section: 'ssn' }, [name]);
    await expect(field('isUS_citizen')).toBeVisible();

    await page.route('**/api/applicant/saveiddetail', (route) => route.fulfill({ status: 500, json: {} }));
    await findNextButton(page).click();
    await expect(page.getByRole('alert').locator('.ap-toast')).toBeVisible();
    await expectClear(toast, findNextButton(page));
    for (const name of ['isUS_citizen', 'availableToUpload_ssn']) {
      const chosen = field(name).getByRole('radio', { checked: true });
      await chosen.focus();
      await expectClear(toast, chosen);
    }
    await expectNoControlCovered(page);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectClear(toast, heading(page));
    await expectNoControlCovered(page);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expectNoControlCovered(page);

    const status = page.locator('[role=status][data-state]');
    await context.setOffline(true);
    await field('no_doc_reason').getByRole('radio', { name: 'Other' }).check();
    await expect(status).toHaveText('Not saved yet. Trying again…');
    await context.setOffline(false);
    await expect(status).toHaveText(/^Saved/, { timeout: 20_000 });
    // A message that isn't an error stays for eight seconds.
    await expect(toast).toHaveCount(0, { timeout: 20_000 });

    await page.goto('/success');
    await expect(toast.first()).toBeVisible();
    await expect(heading(page)).toBeVisible();
    await expectClear(toast, heading(page));
  });

test('at 360 px a message that comes with errors leaves the error summary in view', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openSection(page, 'toasts-summary', 'ssn');
  const errors = [{ path: '', section: 'ssn', field: '/SSNNumber', message: 'This number is wrong.' }];
  const json = { status: 422, success: false, message: 'Check your answers.', records: null, errors };
  await page.route('**/api/applicant/saveiddetail', (route) => route.fulfill({ status: 422, json }));
  await findNextButton(page).click();
  const summary = page.getByRole('region', { name: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(page.locator('.ap-toast')).toBeAttached();
  await expect(summary).toBeInViewport({ ratio: 1 });
  // A later message doesn't scroll the page either.
  await findNextButton(page).dispatchEvent('click');
  await expect(summary).toBeFocused();
  await expect(summary).toBeInViewport({ ratio: 1 });
});

test('the thanks for agreeing disappears when there is a problem', async ({ page }, info) => {
  await register(page, withNewEmail(robin, 'toasts-thanks'), info.outputPath('documents'));
  const thanks = page.getByText('You agreed to the terms.');
  await expect(thanks).toBeVisible();
  // On phones, the message is between the heading and the form, and stays there so that the form doesn't move.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(thanks).toBeInViewport();
  const places = [heading(page), thanks, page.locator('.rp-accordion__item').first()];
  const areInOrder = async () => {
    const tops = (await Promise.all(places.map((one) => one.boundingBox()))).map((box) => box?.y ?? 0);
    return tops.every((top, index) => index === 0 || top > (tops[index - 1] ?? 0));
  };
  await expect.poll(areInOrder).toBe(true);
  await page.waitForTimeout(8_500);
  await expect(thanks).toBeVisible();
  await findNextButton(page).click();
  await expect(page.getByRole('region', { name: 'There is a problem' })).toBeFocused();
  await expect(thanks).toHaveCount(0);
});

test('at 360 px messages are above Next on a page, and in view in a dialog', async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openSection(page, 'toasts-flow', 'ssn');
  await page.route('**/api/applicant/saveiddetail', (route) => route.fulfill({ status: 500, json: {} }));
  await findNextButton(page).click();
  const toast = page.getByRole('alert').locator('.ap-toast');
  await expect(toast).toBeInViewport();
  for (const one of await page.locator('main .rp-field:visible').all()) await expectClear(toast, one);
  const [message, next] = await Promise.all([toast.boundingBox(), findNextButton(page).boundingBox()]);
  expect(message && next && message.y + message.height <= next.y && next.y - message.y < 200).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const applicant = await makeApplicant(context.request, withNewEmail(robin, 'toasts-dialog'));
  await page.evaluate(() => localStorage.clear());
  await openAsApplicant(page, applicant, '/success');
  await page.route('**/application/inreview', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('main').getByRole('button', { name: 'Document Upload', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.locator('.ap-toast').first()).toBeInViewport();
});
