import { expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { findField, openRow } from './support/fill';
import { draftSection, openStep, startAt } from './support/start';
import { openSection } from './support/stepOne';

const answers = robin.flows.application.identification;
const addressField = (page: Page, name: string) => findField({ page, section: 'address' }, ['address', 0, name]);

test('dates and amounts accept any common pasted format, or show a message', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSection(page, 'paste', 'address');
  const paste = async (name: string, text: string) => {
    const field = addressField(page, name);
    await field.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('ControlOrMeta+v');
    await field.blur();
    return field;
  };
  const words = page.getByText('We read this as March 1, 2027.');
  for (const text of ['3/1/27', 'March 1, 2027', '2027-03-01', '1 de marzo de 2027']) {
    await expect(await paste('move_in_date', text)).toHaveValue('03/01/2027');
    await expect(words).toBeVisible();
  }
  await expect(await paste('move_in_date', '13/02/2027')).toHaveValue('02/13/2027');
  await expect(page.getByText('We read this as February 13, 2027.')).toBeVisible();
  await paste('move_in_date', '03/01/2027');
  await expect(words).toHaveCount(0);
  const date = await paste('move_in_date', 'next spring');
  await expect(date).toHaveValue('next spring');
  await expect(date).toHaveAccessibleDescription(/Enter a date as MM\/DD\/YYYY/);
  await date.fill('');
  await date.pressSequentially('3/1/27');
  await date.blur();
  await expect(date).toHaveValue('03/01/2027');

  for (const text of ['2.000,50', '2,000.50', '$2000.5', '2 000,50 $'])
    await expect(await paste('current_rent', text)).toHaveValue('$ 2,000.50');
  for (const [text, message] of [
    ['2k', /Only Numbers Allowed/],
    ['-50', /Enter an amount of \$0 or more/],
  ] as const) {
    const rent = await paste('current_rent', text);
    await expect(rent).toHaveValue(text);
    await expect(rent).toHaveAccessibleDescription(message);
  }
});

test('a Spanish page shows in words how it read an ambiguous date', async ({ page }) => {
  await openSection(page, 'both-ways', 'address');
  const date = addressField(page, 'move_in_date');
  await date.fill('03/04/2020');
  await expect(page.getByText('We read this as')).toHaveCount(0);
  await page.getByRole('button', { name: 'Español' }).click();
  await openRow({ page, section: 'address' }, ['address', 0]);
  await expect(page.getByText(/el 4 de marzo de 2020\.$/)).toBeVisible();
  await expect(date).toHaveValue('03/04/2020');
});

for (const width of [360, 1280])
  test(`the save status covers no control at ${width} px`, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 740 });
    await startAt(page, robin, `covers${width}`, 'identification');
    await draftSection(page, 'address', answers.address);
    await openStep(page, 'identification');
    const middle = findField({ page, section: 'personal-details' }, ['middle_name']);
    const status = page.locator('[role=status][data-state]');
    await middle.fill('Jo');
    await expect(status).toHaveText(/^Saved \d{1,2}:\d\d\s[AP]M$/);
    await expectNothingCovered(page);
    if (width > 1000) await expect(status).toBeInViewport();
    // Phones show a short status in the open section's heading.
    else await expect(page.locator('#personal-details-toggle').getByText('Saved', { exact: true })).toBeInViewport();
    await context.setOffline(true);
    await middle.fill('Jon');
    await expect(status).toHaveText('Not saved yet. Trying again…');
    if (width < 1000) await expect(page.locator('#personal-details-toggle')).toContainText('Not saved');
    await expectNothingCovered(page);
    await context.setOffline(false);
  });

/** Scrolls through the page: the save status never covers the form. */
async function expectNothingCovered(page: Page): Promise<void> {
  const covered = await page.evaluate(async () => {
    const found: string[] = [];
    for (let top = 0; top < document.documentElement.scrollHeight; top += 250) {
      window.scrollTo(0, top);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const status = document.querySelector('[role=status][data-state]')?.getBoundingClientRect();
      for (const control of document.querySelectorAll('main :is(input, select, textarea, button, label, legend, a)')) {
        const box = control.getBoundingClientRect();
        const isUnder =
          status &&
          // Phones hide the status while there's no problem.
          status.width > 1 &&
          box.width > 0 &&
          box.left < status.right &&
          box.right > status.left &&
          box.top < status.bottom &&
          box.bottom > status.top;
        if (isUnder) found.push(control.textContent || control.id);
      }
    }
    window.scrollTo(0, 0);
    return found;
  });
  expect(covered).toEqual([]);
}

for (const width of [320, 360, 1280])
  test(`a Social Security number that is being changed can be read in full at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await openSection(page, `ssn${width}`, 'ssn');
    const field = findField({ page, section: 'ssn' }, ['SSNNumber']);
    await expect(field).toHaveValue('***-**-9999');
    const change = page.getByRole('button', { name: /^Change Social Security/ });
    await change.click();
    await expect(field).toBeFocused();
    await page.keyboard.type('123456788');
    await expect(field).toHaveValue('123-45-6788');
    expect(await field.evaluate((input: HTMLInputElement) => input.scrollWidth - input.clientWidth)).toBe(0);
    const keep = page.getByRole('button', { name: 'Keep ***-**-9999' });
    const [one, other] = [await field.boundingBox(), await keep.boundingBox()];
    expect(one && other && (other.x >= one.x + one.width || other.y >= one.y + one.height)).toBe(true);
    await field.blur();
    await change.click();
    await expect(field).toBeFocused();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(field).toHaveValue('***-**-6788');
    await change.click();
    await page.getByRole('button', { name: /^Remove Social Security/ }).click();
    await expect(field).toHaveValue('');
    await page.getByRole('heading', { level: 1 }).click();
    await expect(change).toHaveCount(0);
  });
