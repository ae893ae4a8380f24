import type pg from 'pg';
import { underOneName } from '../../model/overlay';
import type { Overlay } from '../../model/types';
import type { Events } from '../db/events';
import { type Clock, createMemory, type Memory } from '../db/memory';
import { findPublished, type Published } from './schemaFiles';

export type Lists = Record<string, Record<string, unknown>[]>;

export interface FormStore {
  overlayOf(subscriberId: string): Promise<Overlay>;
  /** The registration's lists of a subscriber; floors and units are the property's. */
  listsOf(subscriberId: string, propertyId: number | null): Promise<Lists>;
  /** Everything that any subscriber has set, once each, by a subscriber who has it. */
  allOverlays(): Promise<Record<string, Overlay>>;
  /** Whether anybody has answered a section, in a draft or in a saved step. */
  isAnswered(section: string): Promise<boolean>;
  /** What the Studio's versions put in the place of files. */
  published(): Promise<Published>;
  findValidator(hash: string): Promise<string | undefined>;
  keepValidator(hash: string, code: string): Promise<void>;
  /** The schema files that were in force last, and whether those of this hash ever were. */
  lastTexts(hash: string): Promise<{ texts?: Record<string, string>; program?: string; wasLive: boolean }>;
  /** Keeps the schema files that are in force from now on, and which program took them in. */
  keepTexts(hash: string, texts: Record<string, string>, program: string, now: Date): Promise<void>;
  /** Keeps the schema files of a version, so that later ones can be compared with what answers were given to. */
  keepVersion(version: string, files: Record<string, unknown>): Promise<void>;
}

interface Settings {
  documents?: Overlay['settings'];
  fields?: Overlay['settings'];
  texts?: Overlay['texts'];
  wording?: Overlay['wording'];
  translations?: Overlay['translations'];
}

export function createFormStore(db: pg.Pool): FormStore {
  return {
    async overlayOf(subscriberId) {
      const { rows } = await db.query<{ settings: Settings }>('select settings from subscriber where id = $1', [
        subscriberId,
      ]);
      return readOverlay(rows[0]?.settings);
    },
    async allOverlays() {
      const { rows } = await db.query<{ id: string; settings: Settings }>(
        'select min(id) as id, settings from subscriber group by settings order by 1',
      );
      return Object.fromEntries(rows.map(({ id, settings }) => [`subscriber ${id}`, readOverlay(settings)]));
    },
    async isAnswered(section) {
      const { rows } = await db.query<{ found: boolean }>(
        `select exists (select from draft where section = $1) or exists (select from step_answer where data ? $1) as found`,
        [section],
      );
      return rows[0]?.found ?? false;
    },
    published: () => findPublished(db),
    async listsOf(subscriberId, propertyId) {
      const { rows } = await db.query<{ lists: Lists }>(LISTS, [subscriberId, propertyId]);
      return rows[0]?.lists ?? {};
    },
    async findValidator(hash) {
      const { rows } = await db.query<{ code: string }>('select code from validator where hash = $1', [hash]);
      return rows[0]?.code;
    },
    async lastTexts(hash) {
      const [newest, found] = await Promise.all([
        db.query<{ texts: Record<string, string>; program: string }>(LAST_TEXTS),
        db.query('select from schema_state where texts_hash = $1', [hash]),
      ]);
      return { ...newest.rows[0], wasLive: found.rowCount === 1 };
    },
    async keepTexts(hash, texts, program, now) {
      await db.query(KEEP_TEXTS, [hash, JSON.stringify(texts), program, now]);
    },
    async keepVersion(version, files) {
      await db.query('insert into schema_version (version, files) values ($1, $2::jsonb) on conflict do nothing', [
        version,
        JSON.stringify(files),
      ]);
    },
    async keepValidator(hash, code) {
      await db.query('insert into validator (hash, code) values ($1, $2) on conflict do nothing', [hash, code]);
    },
  };
}

const LAST_TEXTS = 'select texts, program from schema_state where texts is not null order by taken_at desc limit 1';

/** Those that are in force already are not written again by each process that starts. */
const KEEP_TEXTS = `with newest as (
    insert into schema_state (texts_hash, texts, program, taken_at) values ($1, $2::json, $3, $4)
    on conflict (texts_hash) do update set texts = excluded.texts, program = excluded.program, taken_at = excluded.taken_at
    where schema_state.texts is null or schema_state.program <> excluded.program
    returning texts_hash)
  update schema_state set texts = null
  where texts is not null and texts_hash <> (select texts_hash from newest)`;

function readOverlay({ documents, fields, ...words }: Settings = {}): Overlay {
  const { texts, wording, translations } = words;
  return {
    settings: underOneName({ ...documents, ...fields }),
    texts,
    ...(wording && { wording }),
    ...(translations && { translations }),
  };
}

/** Under the names that the specification gives their columns (spec 000, section 3). */
const LISTS = `select jsonb_build_object(
     'agents', (select coalesce(jsonb_agg(jsonb_build_object('ASPNetUserID', id, 'FullName', full_name) order by full_name), '[]')
                from agent where subscriber_id = $1),
     'offices', (select coalesce(jsonb_agg(jsonb_build_object('ID', id, 'OfficeName', name, 'LogoURL', logo_url) order by name), '[]')
                 from office where subscriber_id = $1),
     'leadSources', (select coalesce(jsonb_agg(jsonb_build_object('ID', id, 'LeadSource', name) order by id), '[]')
                     from lead_source where subscriber_id = $1),
     'floors', (select coalesce(jsonb_agg(jsonb_build_object('ID', id, 'FloorCode', name, 'MinimumRent', minimum_rent,
                                                             'MaximumRent', maximum_rent) order by id), '[]')
                from floor where property_id = $2),
     'units', (select coalesce(jsonb_agg(jsonb_build_object('ID', id, 'UnitName', name, 'FloorPlanID', floor_id,
                                                            'MaximumRent', maximum_rent) order by id), '[]')
               from unit where property_id = $2)) as lists`;

/** For this long a process does not ask again what a subscriber has set and lets. */
export const settingSeconds = 1;

export interface SubscriberSettings {
  overlayOf(subscriberId: string): Promise<Overlay>;
  /** What the subscriber lets and who lets it; of one property where there is one. */
  listsOf(subscriberId: string, propertyId: number | null): Promise<Lists>;
}

/** What the operator has set for each subscriber, remembered until it changes or the second is over. */
export function createSubscriberSettings(store: FormStore, clock: Clock, events: Events): SubscriberSettings {
  const overlays = createMemory<Overlay>(clock, settingSeconds);
  const lists = createMemory<Lists>(clock, settingSeconds);
  const sameOverlay = createInterned<Overlay>();
  const sameLists = createInterned<Lists>();
  events.subscribe('subscriber', () => {
    overlays.clear();
    lists.clear();
  });
  return {
    overlayOf: (subscriberId) =>
      remember(overlays, subscriberId, async () => sameOverlay(await store.overlayOf(subscriberId))),
    listsOf: (subscriberId, propertyId) =>
      remember(lists, `${subscriberId}/${propertyId}`, async () =>
        sameLists(await store.listsOf(subscriberId, propertyId)),
      ),
  };
}

async function remember<T>(memory: Memory<T>, key: string, find: () => Promise<T>): Promise<T> {
  const known = memory.get(key);
  if (known) return known;
  const found = await find();
  memory.set(key, found);
  return found;
}

const MOST_INTERNED = 1000;

/** Gives the object that had the same content before, so that whatever is made of it is made once. */
function createInterned<T extends object>(): (value: T) => T {
  const known = new Map<string, T>();
  return (value) => {
    const text = JSON.stringify(value);
    const first = known.get(text) ?? value;
    if (known.size >= MOST_INTERNED) known.clear();
    known.set(text, first);
    return first;
  };
}
