import type pg from 'pg';
import { insertApplication } from '../entry/applicationStore';
import { createLinkStore } from '../entry/linkStore';
import demo from './demo.json';

/** The demo's entry links, the unit's with a transaction id that nobody has registered for yet; none where there is no demo subscriber. */
export async function findDemoLinks(db: pg.Pool): Promise<string[]> {
  const known = await db.query('select 1 from subscriber where id = $1', [demo.subscriber.id]);
  if (!known.rowCount) return [];
  const unit = demo.links.find((link) => link.type === 'Unit');
  const open = demo.links.filter((link) => link !== unit).map(addressOf);
  return unit ? [...open, `${addressOf(unit)}/${await findFreshTransaction(db)}`] : open;
}

function addressOf(link: Record<string, string | undefined>): string {
  const { type, property, unit, floor, office, agent, value } = link;
  const place = type === 'Unit' ? [property, unit] : [property, floor, office, agent];
  return `/${[type, demo.subscriber.id, ...place.filter(Boolean), value].join('/')}`;
}

async function findFreshTransaction(db: pg.Pool): Promise<string> {
  const links = await createLinkStore(db).findByValue('open', demo.subscriber.id);
  const link = links.find(({ type }) => type === 'Unit');
  if (!link) throw new Error('The demo subscriber has no unit link');
  const { rows } = await db.query<{ trn: string }>(
    'select trn from application where entry_link_id = $1 and account_id is null order by created_at limit 1',
    [link.id],
  );
  return rows[0]?.trn ?? insertApplication(db, link);
}
