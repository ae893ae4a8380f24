import DataLoader from 'dataloader';
import pg from 'pg';
import type { DraftBase } from '../../../contract/drafts';
import type { Answers } from '../../../model/types';
import type { FormsUsed } from './formsUsed';

export interface StoredDraft {
  data: Answers;
  revision: string;
  page: string | null;
  /** Null in old drafts. */
  schemaVersion: string | null;
}

export interface NewDraft extends FormsUsed {
  trn: string;
  step: string;
  section: string;
  data: Answers;
  now: Date;
  afterwards: boolean;
  revision: string;
  /** If undefined, the draft overwrites any other draft. */
  base?: DraftBase;
}

export interface DraftRepository {
  find(trn: string, section: string): Promise<StoredDraft | undefined>;
  /** Returns false if the base is outdated, or after submission unless `afterwards` is set. */
  save(draft: NewDraft): Promise<boolean>;
  /**
   * Merges `some` into the stored draft and keeps its revision. Stores `draft` if no draft is stored, or if the stored
   * draft has another schema version. Does nothing after submission.
   */
  merge(draft: Omit<NewDraft, 'mark' | 'step' | 'afterwards'>, some: Answers): Promise<void>;
}

export function createDraftRepository(db: pg.Pool): DraftRepository {
  return {
    async find(trn, section) {
      const { rows } = await db.query<StoredDraft>(
        'select data, stamp as revision, page, schema_version as "schemaVersion" from draft where trn = $1 and section = $2',
        [trn, section],
      );
      return rows[0];
    },
    save: batchWrites((drafts) => saveAll(db, drafts)),
    async merge({ trn, section, data, now, schemaVersion, configHash, revision }, some) {
      const texts = [data, some].map((one) => JSON.stringify(one));
      await db.query(MERGE_DRAFT, [trn, section, ...texts, now, schemaVersion, configHash, revision]);
    },
  };
}

/** A statement can't write a row twice, so a section's second draft needs another statement. */
async function saveAll(db: pg.Pool, drafts: readonly NewDraft[]): Promise<boolean[]> {
  const saved = new Set<NewDraft>();
  for (const layer of splitBySection(drafts)) for (const draft of await saveLayer(db, layer)) saved.add(draft);
  return drafts.map((draft) => saved.has(draft));
}

function splitBySection(drafts: readonly NewDraft[]): Map<string, NewDraft>[] {
  const layers: Map<string, NewDraft>[] = [];
  for (const draft of drafts) {
    const key = draftKey(draft);
    const free = layers.find((layer) => !layer.has(key));
    if (free) free.set(key, draft);
    else layers.push(new Map([[key, draft]]));
  }
  return layers;
}

async function saveLayer(db: pg.Pool, layer: ReadonlyMap<string, NewDraft>): Promise<NewDraft[]> {
  const values = [JSON.stringify([...layer.values()].map(toRow))];
  const { rows } = await db.query<{ trn: string; section: string }>({ name: 'keep-drafts', text: SAVE_DRAFTS, values });
  return rows.flatMap((row) => layer.get(draftKey(row)) ?? []);
}

const draftKey = ({ trn, section }: { trn: string; section: string }) => `${trn}/${section}`;

export function toRow(draft: NewDraft): Record<string, unknown> {
  const { trn, step, section, data, now, afterwards, schemaVersion, configHash, revision, base } = draft;
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
    page: base?.page,
    typed_at: base?.at,
    was: base?.was,
  };
}

/** A single statement, so that one of two concurrent saves wins. Sorted by key to avoid deadlocks. */
export const SAVE_DRAFTS = `
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

/** A single statement, so that no concurrent draft is lost. */
const MERGE_DRAFT = `
  insert into draft (trn, section, data, saved_at, schema_version, config_hash, stamp)
  select a.trn, $2, $3::jsonb, $5, $6, $7, $8 from application a where a.trn = $1 and a.submitted_at is null
  on conflict (trn, section) do update set
    data = case when draft.schema_version = excluded.schema_version then draft.data || $4::jsonb else excluded.data end,
    saved_at = excluded.saved_at, schema_version = excluded.schema_version, config_hash = excluded.config_hash`;

const MAX_BATCH = 50;
const MAX_CONCURRENT = 2;

/** Writes items in batches. If the database rejects a batch, only its invalid items fail. */
export function batchWrites<Item, Result>(
  write: (items: readonly Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let busy = 0;

  function next(): void {
    if (busy >= MAX_CONCURRENT) return;
    const dispatch = waiting.shift();
    if (!dispatch) return;
    busy += 1;
    // Collects items that arrive in the same turn of the event loop.
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
      maxBatchSize: MAX_BATCH,
      batchScheduleFn: (dispatch) => {
        waiting.push(dispatch);
        next();
      },
    },
  );
  return (item) => loader.load(item);

  async function writeEach(items: readonly Item[], error: unknown): Promise<(Result | Error)[]> {
    if (items.length === 1 || !isRolledBack(error)) throw error;
    const writeOne = async (item: Item) => (await write([item]))[0] as Result;
    return Promise.all(items.map((item) => writeOne(item).catch((cause: Error) => cause)));
  }
}

/** True if nothing was committed: bad data, constraints, deadlocks. */
const isRolledBack = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(22|23|40)/.test(error.code ?? '');
