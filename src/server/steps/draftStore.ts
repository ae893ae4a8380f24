import DataLoader from 'dataloader';
import pg from 'pg';
import type { DraftMark } from '../../contract/drafts';
import type { Answers } from '../../model/types';
import type { MadeWith } from './stepStore';

export interface StoredDraft {
  data: Answers;
  revision: string;
  /** The opened page that it was typed on; null when that was not said. */
  page: string | null;
  /** The schema files it was typed under; null for drafts older than their record. */
  schemaVersion: string | null;
}

export interface DraftToKeep extends MadeWith {
  trn: string;
  step: string;
  section: string;
  data: Answers;
  now: Date;
  afterwards: boolean;
  revision: string;
  /** Without one the text takes the place of any other. */
  mark?: DraftMark;
}

export interface DraftStore {
  find(trn: string, section: string): Promise<StoredDraft | undefined>;
  /** False when nothing was kept: the application was submitted, or another text came between. */
  keep(draft: DraftToKeep): Promise<boolean>;
  /** Lays `some` answers into the text that stands: whose it is, and which, stays as it was. Where none stands `draft` does from now on. */
  lay(draft: Omit<DraftToKeep, 'mark' | 'step' | 'afterwards'>, some: Answers): Promise<void>;
}

/** Made once per process: what is kept at the same moment is written together. */
export function createDraftStore(db: pg.Pool): DraftStore {
  return {
    async find(trn, section) {
      const { rows } = await db.query<StoredDraft>(
        'select data, stamp as revision, page, schema_version as "schemaVersion" from draft where trn = $1 and section = $2',
        [trn, section],
      );
      return rows[0];
    },
    keep: inBatches((drafts) => keepAll(db, drafts)),
    async lay({ trn, section, data, now, schemaVersion, configHash, revision }, some) {
      const texts = [data, some].map((one) => JSON.stringify(one));
      await db.query(LAY, [trn, section, ...texts, now, schemaVersion, configHash, revision]);
    },
  };
}

/** No two of one statement may be of the same section, so a second text of it follows in the next. */
async function keepAll(db: pg.Pool, drafts: readonly DraftToKeep[]): Promise<boolean[]> {
  const kept = new Set<DraftToKeep>();
  for (const layer of layersOf(drafts)) for (const draft of await keepLayer(db, layer)) kept.add(draft);
  return drafts.map((draft) => kept.has(draft));
}

function layersOf(drafts: readonly DraftToKeep[]): Map<string, DraftToKeep>[] {
  const layers: Map<string, DraftToKeep>[] = [];
  for (const draft of drafts) {
    const place = placeOf(draft);
    const free = layers.find((layer) => !layer.has(place));
    if (free) free.set(place, draft);
    else layers.push(new Map([[place, draft]]));
  }
  return layers;
}

async function keepLayer(db: pg.Pool, layer: ReadonlyMap<string, DraftToKeep>): Promise<DraftToKeep[]> {
  const values = [JSON.stringify([...layer.values()].map(toRow))];
  const { rows } = await db.query<{ trn: string; section: string }>({ name: 'keep-drafts', text: KEEP, values });
  return rows.flatMap((row) => layer.get(placeOf(row)) ?? []);
}

const placeOf = ({ trn, section }: { trn: string; section: string }) => `${trn}/${section}`;

/** As `KEEP` takes it. */
export function toRow(draft: DraftToKeep): Record<string, unknown> {
  const { trn, step, section, data, now, afterwards, schemaVersion, configHash, revision, mark } = draft;
  return {
    trn,
    step,
    section,
    data,
    saved_at: now,
    afterwards,
    schema_version: schemaVersion,
    config_hash: configHash,
    stamp: revision,
    page: mark?.page,
    typed_at: mark?.at,
    was: mark?.was,
  };
}

/**
 * One statement: two pages that write at once cannot both believe to have been first. It takes a JSON list of `toRow`'s rows, no two of
 * the same section; in the order of their keys, so that two processes never wait for each other's rows.
 */
export const KEEP = `
  insert into draft (trn, section, data, saved_at, schema_version, config_hash, stamp, page, typed_at, was)
  select t.trn, t.section, t.data, t.saved_at, t.schema_version, t.config_hash, t.stamp, t.page, t.typed_at, t.was
  from jsonb_to_recordset($1::jsonb) as t (trn text, step text, section text, data jsonb, saved_at timestamptz, afterwards boolean,
    schema_version text, config_hash text, stamp text, page text, typed_at bigint, was text)
  join application a on a.trn = t.trn
  where (t.afterwards or a.submitted_at is null)
    and (t.was is null
      or exists (select from draft d where d.trn = t.trn and d.section = t.section)
      or t.was = 'saved-' || coalesce((select version from step_answer s where s.trn = t.trn and s.step = t.step), 0))
  order by t.trn, t.section
  on conflict (trn, section) do update set data = excluded.data, saved_at = excluded.saved_at,
    schema_version = excluded.schema_version, config_hash = excluded.config_hash,
    stamp = excluded.stamp, page = excluded.page, typed_at = excluded.typed_at, was = excluded.was
  where excluded.was is null or draft.stamp = excluded.was or (draft.page = excluded.page and draft.typed_at <= excluded.typed_at)
  returning trn, section`;

/** One statement, or what a page sends meanwhile would be lost. A text under older schema files has been moved to these in `data`. */
const LAY = `
  insert into draft (trn, section, data, saved_at, schema_version, config_hash, stamp)
  select a.trn, $2, $3::jsonb, $5, $6, $7, $8 from application a where a.trn = $1 and a.submitted_at is null
  on conflict (trn, section) do update set
    data = case when draft.schema_version = excluded.schema_version then draft.data || $4::jsonb else excluded.data end,
    saved_at = excluded.saved_at, schema_version = excluded.schema_version, config_hash = excluded.config_hash`;

/** So many are written at once at most. */
const MOST = 50;
/** One batch is written while the next one gathers; more would make them smaller, not faster. */
const LANES = 2;

/**
 * Writes one by one what `write` writes by the batch: what comes while a batch is under way goes together with the next one, into one
 * commit. The promise of each settles once its own batch is committed. `write` gives a result for each item in their order and
 * may be given an item once more: when the database refuses one of a batch, each is written by itself, and only that one is refused.
 */
export function inBatches<Item, Result>(
  write: (items: readonly Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let busy = 0;

  function next(): void {
    if (busy >= LANES) return;
    const dispatch = waiting.shift();
    if (!dispatch) return;
    busy += 1;
    // Whatever else has already arrived comes along.
    setImmediate(dispatch);
  }

  const loader = new DataLoader<Item, Result>(
    async (items) => {
      try {
        return await write(items).catch((error) => writeEach(items, error));
      } finally {
        busy -= 1;
        next();
      }
    },
    {
      cache: false,
      maxBatchSize: MOST,
      batchScheduleFn: (dispatch) => {
        waiting.push(dispatch);
        next();
      },
    },
  );
  return (item) => loader.load(item);

  async function writeEach(items: readonly Item[], error: unknown): Promise<(Result | Error)[]> {
    if (items.length === 1 || !isRolledBack(error)) throw error;
    // One item has one result.
    const writeOne = async (item: Item) => (await write([item]))[0] as Result;
    return Promise.all(items.map((item) => writeOne(item).catch((cause: Error) => cause)));
  }
}

/** For certain: data that no column holds, a constraint, or a deadlock. After anything else it may have been committed. */
const isRolledBack = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(22|23|40)/.test(error.code ?? '');
