import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { contrast } from '../../../../src/model/format/accent';
import { createFindMailBranding } from '../../../../src/server/applications/landlordLogo';
import type { SubscriberRepository } from '../../../../src/server/applications/linkRepository';
import { drawMail } from '../../../../src/server/platform/mail/drawMail';
import { writeMail } from '../../../../src/server/platform/mail/mail';

const LINK = 'https://portal.example/login?a=1&b=2';
const template = {
  subject: 'Receipt',
  action: 'See my application',
  text: 'Hello,\n\nPaid by {name}.\n\n{link}\n\nBye.',
};
const LOGO_SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20"/></svg>';

const mailFrom = (name: string) => ({
  to: 'robin@example.com',
  ...writeMail(undefined, template, { name, link: LINK, subscriber: 'Demo Homes', landlord: 'demo' }),
});

/** Returns a landlord's email branding from a fake database. */
const findBranding = (accent: string, logo_svg?: string) =>
  createFindMailBranding({
    find: async () => ({ name: 'Demo & Homes', accent, logo_url: '/api/logos/demo.svg' }),
    findLogo: async () => logo_svg,
  } as unknown as SubscriberRepository)('demo');

describe('the HTML of an email', () => {
  it('has the link as one button in the accent of the landlord, with readable letters', async () => {
    for (const accent of ['#ffd400', '#1f5f8b', '#000000']) {
      const { html } = drawMail(mailFrom('Robin'), await findBranding(accent));
      const [, background = '', color = ''] =
        /background:(#\w{6});color:(#\w{6})[^>]*>See my application</.exec(html) ?? [];
      expect(background).toBe(accent);
      expect(contrast(background, color)).toBeGreaterThanOrEqual(4.5);
      expect(html.match(/<a /g)).toHaveLength(1);
      expect(html).toContain('href="https://portal.example/login?a=1&amp;b=2"');
    }
  });

  it('has the logo attached as a PNG, and the name as text for readers without images', async () => {
    const { html, logo } = drawMail(mailFrom('Robin'), await findBranding('#1f5f8b', LOGO_SVG));
    expect(logo).toMatchObject([{ cid: 'logo', filename: 'logo.png' }]);
    expect((await sharp(logo[0]?.content).metadata()).format).toBe('png');
    expect(html).toContain('src="cid:logo" alt=""');
    expect(html).toContain('Demo &amp; Homes</p>');
  });

  it('sets only accent colors, so dark mode stays readable', async () => {
    const { html } = drawMail(mailFrom('Robin'), await findBranding('#ffd400'));
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(new Set(html.match(/#[\da-f]{6}/g))).toEqual(new Set(['#ffd400', '#000000']));
  });

  it('shows what people typed as text', () => {
    const { html, logo } = drawMail(mailFrom('<b>Robin</b> https://robin.example.'));
    expect(html).toContain('&lt;b&gt;Robin&lt;/b&gt; <a href="https://robin.example">https://robin.example</a>..');
    expect(logo).toEqual([]);
  });
});
