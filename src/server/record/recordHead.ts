import type pg from 'pg';
import sharp from 'sharp';

/** Whom the application went to, and for which home, as the first page of its document says it. */
export interface RecordHead {
  landlord: {
    name: string;
    phone: string;
    email: string;
    accent: string;
    timeZone: string;
    /** As a PNG; undefined where there is none that could be drawn. */
    logo?: Buffer;
  };
  property: string;
  address: string;
  unit: string;
}

interface Row {
  name: string;
  support_phone: string;
  support_email: string;
  accent: string;
  time_zone: string;
  logo_url: string;
  logo_svg: string | null;
  property: string | null;
  street: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  unit: string | null;
}

/** Reads them as they are on the day the document is made. Throws when the application is gone. */
export async function readHead(db: pg.Pool, trn: string): Promise<RecordHead> {
  const { rows } = await db.query<Row>(HEAD, [trn]);
  const [row] = rows;
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

/** What is kept with us; an address of somebody else's server is not asked. A drawing that cannot be read is left out of the document. */
async function drawLogo({ logo_svg, logo_url }: Row): Promise<Buffer | undefined> {
  const own = logo_svg ?? (DATA_URL.test(logo_url) ? Buffer.from(logo_url.replace(DATA_URL, ''), 'base64') : undefined);
  if (!own) return undefined;
  const size = { width: LOGO_PIXELS, height: LOGO_PIXELS, fit: 'inside' } as const;
  return sharp(Buffer.from(own), { density: 300, limitInputPixels: 25_000_000 })
    .resize(size)
    .png()
    .toBuffer()
    .catch(() => undefined);
}

const HEAD = `
  select s.name, s.support_phone, s.support_email, s.accent, s.time_zone, s.logo_url, s.logo_svg,
    p.name as property, p.street, p.city, p.state, p.zip, u.name as unit
  from application a
  join subscriber s on s.id = a.subscriber_id
  left join property p on p.id = a.property_id
  left join unit u on u.id = a.unit_id
  where a.trn = $1`;
