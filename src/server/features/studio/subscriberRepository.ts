import type pg from 'pg';
import type { SubscriberSettings } from '../../../model/types';
import type { Db } from '../../platform/db/transaction';

export async function saveSettings(db: pg.PoolClient, subscriber: string, settings: Settings): Promise<void> {
  await db.query('update subscriber set settings = settings || $2::jsonb where id = $1', [
    subscriber,
    JSON.stringify(settings),
  ]);
}

export async function listSubscribers(db: pg.Pool): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.query<{ id: string; name: string }>(
    'select id, name from subscriber order by name, id limit 500',
  );
  return rows;
}

export async function findSettings(db: Db, subscriber: string): Promise<Partial<Settings> | undefined> {
  const { rows } = await db.query<{ settings: Partial<Settings> }>('select settings from subscriber where id = $1', [
    subscriber,
  ]);
  return rows[0]?.settings;
}

export async function findFirstSubscriber(db: Db) {
  const { rows } = await db.query<{ id: string; time_zone: string; property: number | null }>(
    `select s.id, s.time_zone, (select min(p.id) from property p where p.subscriber_id = s.id) as property
     from subscriber s order by s.id limit 1`,
  );
  return rows[0];
}

/** Hide, Required or Optional by key, with the subscriber's wording and translations. */
export type Settings = Record<'documents' | 'fields', SubscriberSettings['settings']> &
  Required<Pick<SubscriberSettings, 'wording' | 'translations'>>;
