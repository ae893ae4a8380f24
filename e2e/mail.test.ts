import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { drawMail } from '../src/server/platform/mail/drawMail';
import { axeFindings } from './support/axe';

const message = {
  to: 'robin@example.com',
  subject: 'Receipt for your rental application 100002',
  text: 'Hello Robin,\n\nWe received your payment of $45.00.\n\nhttps://portal.example/login\n\nIf you have questions, write to help@demo-homes.example.',
  action: { label: 'See my application', link: 'https://portal.example/login' },
};

for (const colorScheme of ['light', 'dark'] as const)
  test(`an email with its logo, accent and one button is readable in ${colorScheme} mode, with and without pictures`, async ({
    page,
  }) => {
    const { html } = drawMail(message, { name: 'Demo Homes', accent: '#ffd400', logo: Buffer.from('png') });
    const logo = `data:image/svg+xml;base64,${readFileSync('src/app/icon.svg').toString('base64')}`;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 740 });
    for (const source of [logo, 'about:blank']) {
      await page.setContent(html.replace('cid:logo', source));
      await expect(page.getByText('Demo Homes', { exact: true })).toBeVisible();
      await expect(page.getByRole('link')).toHaveText(['See my application']);
      await expect(page.getByRole('link')).toHaveCSS('background-color', 'rgb(255, 212, 0)');
      const button = await page.getByRole('link').boundingBox();
      expect(button?.height).toBeGreaterThanOrEqual(44);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await page.screenshot({ path: test.info().outputPath('email.png') });
    }
    const findings = await axeFindings(page);
    expect(findings.filter((finding) => JSON.stringify(finding).includes('color-contrast'))).toEqual([]);
  });
