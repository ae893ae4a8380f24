import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Pii } from '../../model/answers/pii';
import type { ScreeningReport } from '../../model/law/feeFor';
import type { Home } from '../../model/law/jurisdictions';
import type { FormerStep } from '../../model/section/pages';
import { mergeAliases } from '../../model/section/subscriberSettings';
import type { SubscriberSettings } from '../../model/types';
import type { Events } from '../platform/db/events';
import { type Clock, createTimedCache, type TimedCache } from '../platform/db/memory';
import { findPublished, type Published } from './publishedRepository';
import { countStored, type StoredQuery } from './storedAnswerRepository';

export type Lists = Record<string, Record<string, unknown>[]>;

export interface VersionFacts {
  migrations: Record<string, unknown>;
  steps: FormerStep[];
  protected: Record<string, Pii>;
}

export interface FormRepository {
  getSubscriberSettings(subscriberId: string): Promise<SubscriberSettings>;
  getLists(subscriberId: string, propertyId: number | null, language?: string): Promise<Lists>;
  listHomes(subscriberId: string): Promise<Home[]>;
  findScreeningReport(trn: string): Promise<ScreeningReport | undefined>;
  /** Lists distinct settings. The key names one subscriber who has them. */
  listSubscriberSettings(): Promise<Record<string, SubscriberSettings>>;
  countStored(query: StoredQuery): Promise<number>;
  findPublished(): Promise<Published>;
  findValidator(hash: string): Promise<string | undefined>;
  storeValidator(hash: string, code: string): Promise<void>;
  wasActive(hash: string): Promise<boolean>;
  findLastTexts(hash: string): Promise<{ texts?: Record<string, string>; program?: string; wasActive: boolean }>;
  storeTexts(hash: string, texts: Record<string, string>, program: string, now: Date): Promise<void>;
  storeVersion(version: string, files: Record<string, unknown>, facts: VersionFacts): Promise<void>;
  /** Queues one job for each new migration. The job encrypts stored answers. */
  enqueueReseal(migrations: readonly string[], now: Date): Promise<void>;
  /** Oldest first. */
  listVersions(): Promise<({ version: string } & VersionFacts)[]>;
}

interface Settings {
  documents?: SubscriberSettings['settings'];
  fields?: SubscriberSettings['settings'];
  texts?: SubscriberSettings['texts'];
  wording?: SubscriberSettings['wording'];
  translations?: SubscriberSettings['translations'];
  household?: SubscriberSettings['household'];
}

export function createFormRepository(db: pg.Pool): FormRepository {
  return {
    async getSubscriberSettings(subscriberId) {
      const { rows } = await db.query<{ settings: Settings }>('select settings from subscriber where id = $1', [
        subscriberId,
      ]);
      return readStoredSettings(rows[0]?.settings);
    },
    async listSubscriberSettings() {
      const { rows } = await db.query<{ id: string; settings: Settings }>(
        'select min(id) as id, settings from subscriber group by settings order by 1',
      );
      return Object.fromEntries(rows.map(({ id, settings }) => [`subscriber ${id}`, readStoredSettings(settings)]));
    },
    async listHomes(subscriberId) {
      const { rows } = await db.query<Home>(
        'select distinct place, state, city, zip from property where subscriber_id = $1',
        [subscriberId],
      );
      return rows;
    },
    async findScreeningReport(trn) {
      const { rows } = await db.query<ScreeningReport>(REPORT, [trn]);
      return rows[0];
    },
    countStored: (query) => countStored(db, query),
    findPublished: () => findPublished(db),
    async getLists(subscriberId, propertyId, language = '') {
      const { rows } = await db.query<{ lists: Lists }>(LISTS, [subscriberId, propertyId, language]);
      return rows[0]?.lists ?? {};
    },
    async findValidator(hash) {
      const { rows } = await db.query<{ code: string }>('select code from validator where hash = $1', [hash]);
      return rows[0]?.code;
    },
    async findLastTexts(hash) {
      const [newest, wasActive] = await Promise.all([
        db.query<{ texts: Record<string, string>; program: string }>(LAST_TEXTS),
        isKnown(db, hash),
      ]);
      return { ...newest.rows[0], wasActive };
    },
    wasActive: (hash) => isKnown(db, hash),
    async storeTexts(hash, texts, program, now) {
      await db.query(STORE_TEXTS, [hash, JSON.stringify(texts), program, now]);
    },
    async storeVersion(version, files, { migrations, steps, protected: fields }) {
      await db.query(STORE_VERSION, [version, ...[files, migrations, steps, fields].map((one) => JSON.stringify(one))]);
    },
    async enqueueReseal(migrations, now) {
      if (migrations.length > 0) await db.query(QUEUE_RESEAL, [migrations, now]);
    },
    async listVersions() {
      const { rows } = await db.query<{ version: string } & VersionFacts>(
        'select version, migrations, steps, protected from schema_version order by at, version',
      );
      return rows;
    },
    async storeValidator(hash, code) {
      await db.query('insert into validator (hash, code) values ($1, $2) on conflict do nothing', [hash, code]);
    },
  };
}

const REPORT = `select one.report ->> 'agency' as agency, one.report ->> 'date' as date
  from step_answer a, lateral (select s.value -> 'screening_report' as report from jsonb_each(a.data) s where s.value ? 'screening_report') one
  where a.trn = $1 and jsonb_array_length(coalesce(one.report -> 'files', '[]')) > 0 and one.report ? 'agency' and one.report ? 'date'
  limit 1`;

/** Adds `protected` if the existing row of this version lacks it. */
const STORE_VERSION = `insert into schema_version (version, files, migrations, steps, protected)
  values ($1, $2::jsonb, $3::jsonb, $4::jsonb, $5::jsonb)
  on conflict (version) do update set protected = excluded.protected where schema_version.protected = '{}'`;

async function isKnown(db: pg.Pool, hash: string): Promise<boolean> {
  const { rowCount } = await db.query('select from schema_state where texts_hash = $1', [hash]);
  return rowCount === 1;
}

const QUEUE_RESEAL = `with queued as (
    insert into resealed (migration, queued_at) select name, $2 from unnest($1::text[]) as name on conflict do nothing returning migration)
  insert into job (kind, payload) select 'reseal', jsonb_build_object('migration', migration) from queued`;

const LAST_TEXTS = 'select texts, program from schema_state where texts is not null order by taken_at desc limit 1';

/** Does nothing if this program stored the same files last. */
const STORE_TEXTS = `with newest as (
    insert into schema_state (texts_hash, texts, program, taken_at) values ($1, $2::json, $3, $4)
    on conflict (texts_hash) do update set texts = excluded.texts, program = excluded.program, taken_at = excluded.taken_at
    where schema_state.texts is null or schema_state.program <> excluded.program
    returning texts_hash)
  update schema_state set texts = null
  where texts is not null and texts_hash <> (select texts_hash from newest)`;

function readStoredSettings({ documents, fields, ...words }: Settings = {}): SubscriberSettings {
  const { texts, wording, translations, household } = words;
  return {
    settings: mergeAliases({ ...documents, ...fields }),
    texts,
    ...(wording && { wording }),
    ...(translations && { translations }),
    ...(household && { household }),
  };
}

const LISTS = `select jsonb_build_object(
     'agents', (select coalesce(jsonb_agg(jsonb_build_object('ASPNetUserID', id, 'FullName', full_name) order by full_name), '[]')
                from agent where subscriber_id = $1),
     'offices', (select coalesce(jsonb_agg(jsonb_build_object('ID', id, 'OfficeName', name, 'LogoURL', logo_url) order by name), '[]')
                 from office where subscriber_id = $1),
     'leadSources', (select coalesce(jsonb_agg(jsonb_build_object('ID', id, 'LeadSource', coalesce(names ->> $3, name)) order by id), '[]')
                     from lead_source where subscriber_id = $1),
     'floors', (select coalesce(jsonb_agg(jsonb_build_object('ID', id, 'FloorCode', name, 'MinimumRent', minimum_rent,
                                                             'MaximumRent', maximum_rent) order by id), '[]')
                from floor where property_id = $2),
     'units', (select coalesce(jsonb_agg(jsonb_build_object('ID', id, 'UnitName', name, 'FloorPlanID', floor_id,
                                                            'MaximumRent', maximum_rent) order by id), '[]')
               from unit where property_id = $2)) as lists`;

export const settingSeconds = 1;

export interface SettingsReader {
  getSubscriberSettings(subscriberId: string): Promise<SubscriberSettings>;
  getLists(subscriberId: string, propertyId: number | null): Promise<Lists>;
}

export function createSettingsReader(store: FormRepository, clock: Clock, events: Events): SettingsReader {
  const settingsByOwner = createTimedCache<SubscriberSettings>(clock, settingSeconds);
  const lists = createTimedCache<Lists>(clock, settingSeconds);
  const sameSettings = createInterned<SubscriberSettings>();
  const sameLists = createInterned<Lists>();
  events.subscribe('subscriber', () => {
    settingsByOwner.clear();
    lists.clear();
  });
  return {
    getSubscriberSettings: (subscriberId) =>
      remember(settingsByOwner, subscriberId, async () =>
        sameSettings(await store.getSubscriberSettings(subscriberId)),
      ),
    getLists: (subscriberId, propertyId) =>
      remember(lists, `${subscriberId}/${propertyId}`, async () =>
        sameLists(await store.getLists(subscriberId, propertyId)),
      ),
  };
}

async function remember<T>(memory: TimedCache<T>, key: string, find: () => Promise<T>): Promise<T> {
  const known = memory.get(key);
  if (known) return known;
  const found = await find();
  memory.set(key, found);
  return found;
}

const MAX_INTERNED = 1000;

/** Returns a function that returns the same object for equal content, so that the object can be a cache key. */
function createInterned<T extends object>(): (value: T) => T {
  const known = new LRUCache<string, T>({ max: MAX_INTERNED });
  return (value) => {
    const text = JSON.stringify(value);
    const first = known.get(text) ?? value;
    known.set(text, first);
    return first;
  };
}
