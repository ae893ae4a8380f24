import type pg from 'pg';
import sharp from 'sharp';
import { findHead, type HeadRow } from './recordRepository';

export interface RecordHead {
  landlord: {
    name: string;
    phone: string;
    email: string;
    accent: string;
    timeZone: string;
    logo?: Buffer;
  };
  property: string;
  address: string;
  unit: string;
}

/** Read when the document is made. Throws if the application is gone. */
export async function readHead(db: pg.Pool, trn: string): Promise<RecordHead> {
  const row = await findHead(db, trn);
  if (!row) throw new Error(`There is no application ${trn}`);
  const { name, support_phone: phone, support_email: email, accent, time_zone: timeZone } = row;
  const place = [row.state, row.zip].filter(Boolean).join(' ');
  return {
    landlord: { name, phone, email, accent, timeZone, logo: await drawLogo(row) },
    property: row.property ?? '',
    address: [row.street, row.city, place].filter(Boolean).join(', '),
    unit: row.unit ?? '',
  };
}

const LOGO_PIXELS = 320;
const DATA_URL = /^data:image\/[\w.+-]+;base64,/;

/** Never fetches URLs. Unreadable logos are left out. */
async function drawLogo({ logo_svg, logo_url }: HeadRow): Promise<Buffer | undefined> {
  const own = logo_svg ?? (DATA_URL.test(logo_url) ? Buffer.from(logo_url.replace(DATA_URL, ''), 'base64') : undefined);
  if (!own) return undefined;
  const size = { width: LOGO_PIXELS, height: LOGO_PIXELS, fit: 'inside' } as const;
  return sharp(Buffer.from(own), { density: 300, limitInputPixels: 25_000_000 })
    .resize(size)
    .png()
    .toBuffer()
    .catch(() => undefined);
}
