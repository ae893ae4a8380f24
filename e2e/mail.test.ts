import { expect, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { findEmail } from './support/operator';
import { start } from './support/start';

test('an email with its logo, accent and one button is readable in light and dark mode, with and without pictures', async ({
  page,
}) => {
  const { flows } = await start(page, robin, 'mail');
  const { email } = flows.entry.registration['registration-personal'];
  await expect.poll(() => findEmail(email), { timeout: 20_000 }).toContain('</html>');
  const mail = (await findEmail(email)) ?? '';
  expect(mail).toContain('Content-ID: <logo>');
  const html = mail.slice(mail.indexOf('<!doctype html>'), mail.indexOf('</html>'));
  const [, logo = ''] = /Content-ID: <logo>[\s\S]*?\r?\n\r?\n([\w+/=\s]+)/.exec(mail) ?? [];
  // Opens a blank page, because the app's policy would block inline styles.
  await page.goto('about:blank');
  await page.setViewportSize({ width: 360, height: 740 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const picture of [`data:image/png;base64,${logo.replace(/\s/g, '')}`, 'data:,']) {
      await page.setContent(html.replace('cid:logo', picture));
      await expect(page.getByText('Demo Homes', { exact: true })).toBeVisible();
      const button = page.getByRole('link', { name: 'Continue my application' });
      await expect(page.getByRole('link')).toHaveCount(1);
      await expect(button).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      expect((await axeFindings(page)).filter((finding) => finding.startsWith('color-contrast'))).toEqual([]);
    }
  }
});
