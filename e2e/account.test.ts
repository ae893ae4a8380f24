import { expect, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { fillSection } from './support/fill';
import { logIn } from './support/journey';
import { findEmail } from './support/operator';
import { ROUTES, start } from './support/start';

const NEWER = 'Newer!View2026';

test('the account page lists other devices, logs one out and changes the password', async ({ page, browser }) => {
  const persona = await start(page, robin, 'account');
  const { email } = persona.flows.entry.registration['registration-personal'];
  const { password } = persona.flows.entry.registration['registration-login'];
  await page.goto(ROUTES.identification);
  const phone = await (
    await browser.newContext({
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1',
    })
  ).newPage();
  await logIn(phone, persona);
  await expect(phone.getByRole('button', { name: 'Menu' })).toBeVisible();

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account', level: 1 })).toBeFocused();
  await expect(page.getByText(`You log in with ${email}.`)).toBeVisible();
  const devices = page.getByRole('region', { name: "Where you're logged in" }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1);
  const other = devices.filter({ hasText: 'Safari on an iPhone' });
  await expect(other).toContainText(/Last used \w+ \d+, \d{4}/);
  expect(await axeFindings(page)).toEqual([]);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await saved).suggestedFilename()).toBe('my-application.zip');
  await other.getByRole('button', { name: /^Log out Safari on an iPhone/ }).click();
  await expect(devices).toHaveCount(1);
  await expect(page.getByText("You're not logged in anywhere else.")).toBeVisible();
  await phone.reload();
  const dialog = phone.getByRole('alertdialog', { name: 'Enter your password to continue' });
  await expect(dialog).toBeVisible();

  const section = { page, section: 'change-password', folder: '' };
  const send = page.getByRole('button', { name: 'Change Password' });
  await fillSection(section, { oldPassword: 'Wrong!View2026', password: NEWER, reEnterPassword: NEWER });
  await send.click();
  await expect(page.locator('[id="change-password_oldPassword__error"]')).toHaveText(/This isn't your password/);
  await fillSection(section, { oldPassword: password });
  await expect(page.locator('[id="change-password_oldPassword__error"]')).toBeHidden();
  await send.click();
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await expect(page.locator('[id="change-password_oldPassword"]')).toHaveValue('');
  await expect.poll(() => findEmail(email), { timeout: 20_000 }).toContain('We logged out your other devices');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your account', level: 1 })).toBeVisible();

  await dialog.getByRole('textbox', { name: 'Password' }).fill(NEWER);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(phone.getByRole('button', { name: 'Menu' })).toBeVisible();
});
