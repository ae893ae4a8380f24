import sharp from 'sharp';
import type { MailBranding } from '../platform/mail/drawMail';
import type { SubscriberRepository } from './linkRepository';

const LOGO_PIXELS = 320;
const DATA_URL = /^data:image\/[\w.+-]+;base64,/;

/** Returns the logo as a PNG. External URLs aren't fetched. */
export async function drawLogo({
  logo_svg,
  logo_url,
}: {
  logo_svg: string | null;
  logo_url: string;
}): Promise<Buffer | undefined> {
  const own = logo_svg ?? (DATA_URL.test(logo_url) ? Buffer.from(logo_url.replace(DATA_URL, ''), 'base64') : undefined);
  if (!own) return undefined;
  const size = { width: LOGO_PIXELS, height: LOGO_PIXELS, fit: 'inside' } as const;
  return sharp(Buffer.from(own), { density: 300, limitInputPixels: 25_000_000 })
    .resize(size)
    .png()
    .toBuffer()
    .catch(() => undefined);
}

export const createFindMailBranding =
  (subscribers: SubscriberRepository) =>
  async (id: string): Promise<MailBranding> => {
    const [{ name, accent, logo_url }, svg] = await Promise.all([subscribers.find(id), subscribers.findLogo(id)]);
    return { name, accent, logo: await drawLogo({ logo_svg: svg ?? null, logo_url }) };
  };
