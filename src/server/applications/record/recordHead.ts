import type pg from 'pg';
import { drawLogo } from '../landlordLogo';
import { findHead } from './recordRepository';

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

/** Throws if the application was deleted. */
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
