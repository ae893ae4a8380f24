import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { readQuestionSettings } from '../../../model/section/subscriberSettings';
import type { Setting, SubscriberSettings } from '../../../model/types';
import { insertApplication } from '../../applications/applicationRepository';
import { createLinkRepository } from '../../applications/linkRepository';
import { readSchemaFiles } from '../../forms/readSchemas';
import { findRoot } from '../../platform/config';
import { transaction } from '../../platform/db/transaction';
import demo from './demo.json';

/** Adds demo data. Returns false if the database already has a subscriber. */
export async function seedDemo(db: pg.Pool): Promise<boolean> {
  const [logo, settings] = await Promise.all([readLogo(), readSettings('demo')]);
  return transaction(db, async (client) => {
    await client.query('select pg_advisory_xact_lock(4712)');
    const { rowCount } = await client.query('select 1 from subscriber limit 1');
    if (rowCount) return false;
    await insertSubscriber(client, logo, settings);
    for (const property of demo.properties) await insertProperty(client, property);
    await insertPeople(client);
    for (const link of demo.links) await insertLink(client, link);
    return true;
  });
}

function readLogo(): Promise<string> {
  return readFile(path.join(findRoot(), 'src/server/features/demo/logo.svg'), 'utf8');
}

async function insertSubscriber(client: pg.PoolClient, logo: string, settings: DemoSettings): Promise<void> {
  const logo_url = `/api/logos/${demo.subscriber.id}.svg`;
  await insert(client, 'subscriber', {
    ...demo.subscriber,
    logo_svg: logo,
    logo_url,
    settings: JSON.stringify(settings),
  });
}

async function insertProperty(
  client: pg.PoolClient,
  { floors, ...property }: (typeof demo.properties)[number],
): Promise<void> {
  const logo_url = `/api/logos/${demo.subscriber.id}.svg`;
  const propertyId = await insert(client, 'property', { ...property, logo_url, subscriber_id: demo.subscriber.id });
  for (const { units, ...floor } of floors) {
    const floorId = await insert(client, 'floor', { ...floor, property_id: propertyId });
    for (const unit of units) await insert(client, 'unit', { ...unit, property_id: propertyId, floor_id: floorId });
  }
}

async function insertPeople(client: pg.PoolClient): Promise<void> {
  const subscriber_id = demo.subscriber.id;
  for (const agent of demo.agents) await insert(client, 'agent', { ...agent, subscriber_id });
  for (const office of demo.offices) await insert(client, 'office', { ...office, subscriber_id });
  for (const { names, ...source } of demo.leadSources)
    await insert(client, 'lead_source', { ...source, names: JSON.stringify(names), subscriber_id });
}

async function insertLink(client: pg.PoolClient, link: Partial<Record<string, string>>): Promise<void> {
  await client.query(
    `insert into entry_link (subscriber_id, type, value, property_id, floor_id, unit_id, agent_id, office_id) values ($1, $2, $3,
       (select id from property where subscriber_id = $1 and code = $4),
       (select f.id from floor f join property p on p.id = f.property_id where p.subscriber_id = $1 and p.code = $4 and f.code = $5),
       (select u.id from unit u join property p on p.id = u.property_id where p.subscriber_id = $1 and p.code = $4 and u.code = $6),
       (select id from agent where subscriber_id = $1 and code = $7), (select id from office where subscriber_id = $1 and code = $8))`,
    [demo.subscriber.id, link.type, link.value, link.property, link.floor, link.unit, link.agent, link.office],
  );
}

/** Table and column names aren't escaped, so they must come from our own code. */
async function insert(client: pg.PoolClient, table: string, row: Record<string, unknown>): Promise<unknown> {
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`);
  const { rows } = await client.query(
    `insert into ${table} (${names.join(', ')}) values (${places.join(', ')}) returning *`,
    Object.values(row),
  );
  return rows[0]?.id;
}

/** Returns the paths of the demo's entry links. If the unit link has no unclaimed application, creates one. */
export async function findDemoLinks(db: pg.Pool): Promise<string[]> {
  if (!(await hasDemo(db))) return [];
  const unit = demo.links.find((link) => link.type === 'Unit');
  const paths = demo.links.filter((link) => link !== unit).map(toPath);
  return unit ? [...paths, `${toPath(unit)}/${await findUnclaimedApplication(db)}`] : paths;
}

function toPath(link: Record<string, string | undefined>): string {
  const { type, property, unit, floor, office, agent, value } = link;
  const place = type === 'Unit' ? [property, unit] : [property, floor, office, agent];
  return `/${[type, demo.subscriber.id, ...place.filter(Boolean), value].join('/')}`;
}

async function findUnclaimedApplication(db: pg.Pool): Promise<string> {
  const links = await createLinkRepository(db).findByValue('open', demo.subscriber.id);
  const link = links.find(({ type }) => type === 'Unit');
  if (!link) throw new Error('The demo subscriber has no unit link');
  const { rows } = await db.query<{ trn: string }>(
    'select trn from application where entry_link_id = $1 and account_id is null order by created_at limit 1',
    [link.id],
  );
  return rows[0]?.trn ?? insertApplication(db, link);
}

interface DemoSettings {
  documents: Record<string, Setting>;
  fields: Record<string, Setting>;
  texts: NonNullable<SubscriberSettings['texts']>;
}

export async function readSettings(name: string): Promise<DemoSettings> {
  const config = (await readSchemaFiles())[`configs/${name}.json`] ?? {};
  const { settings, texts } = readQuestionSettings(config.questions);
  return { documents: config.documents ?? {}, fields: { ...config.fields, ...settings }, texts };
}

export async function hasDemo(db: pg.Pool): Promise<boolean> {
  return (await db.query('select 1 from subscriber where id = $1', [demo.subscriber.id])).rowCount === 1;
}
