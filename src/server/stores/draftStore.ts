import type pg from 'pg';
import type { Answers } from '../../model/types';
import type { MadeWith } from '../steps/madeWith';

export interface StoredDraft {
  data: Answers;
  /** Which text this is. */
  stamp: string;
  /** The opened page that it was typed on; null when that was not told. */
  page: string | null;
  /** The schema files it was typed under; null for drafts older than their record. */
  schemaVersion: string | null;
}

/** Where a text stands among others of its section. */
export interface DraftMark {
  /** The opened page that it was typed on. */
  page: string;
  /** When, by that page's clock. */
  at: number;
  /** What the page knew before: the stamp of a draft, or `stampOfSaved`. */
  was: string;
}

export interface DraftToKeep extends MadeWith {
  trn: string;
  step: string;
  section: string;
  data: Answers;
  now: Date;
  afterwards: boolean;
  stamp: string;
  /** Without one the text takes the place of any other. */
  mark?: DraftMark;
}

export interface DraftStore {
  find(trn: string, section: string): Promise<StoredDraft | undefined>;
  /** False when nothing was kept: the application was submitted, or another text came between. */
  keep(draft: DraftToKeep): Promise<boolean>;
}

/** The stamp of a section without a draft: that of the version saved with its step. */
export const stampOfSaved = (version: number) => `saved-${version}`;

export function createDraftStore(db: pg.Pool): DraftStore {
  return {
    async find(trn, section) {
      const { rows } = await db.query<StoredDraft>(
        'select data, stamp, page, schema_version as "schemaVersion" from draft where trn = $1 and section = $2',
        [trn, section],
      );
      return rows[0];
    },
    async keep({ trn, step, section, data, now, afterwards, stamp, mark, schemaVersion, configHash }) {
      const { rowCount } = await db.query({
        name: 'keep-draft',
        text: KEEP,
        values: [
          trn,
          section,
          JSON.stringify(data),
          now,
          afterwards,
          schemaVersion,
          configHash,
          step,
          stamp,
          mark?.page ?? null,
          mark?.at ?? null,
          mark?.was ?? null,
        ],
      });
      return rowCount === 1;
    },
  };
}

/** One statement: two pages that write at once cannot both believe to have been first. */
export const KEEP = `
  insert into draft (trn, section, data, saved_at, schema_version, config_hash, stamp, page, typed_at)
  select trn, $2, $3::jsonb, $4, $6, $7, $9, $10, $11 from application a
  where trn = $1 and ($5 or submitted_at is null)
    and ($12::text is null
      or exists (select from draft d where d.trn = $1 and d.section = $2)
      or $12 = 'saved-' || coalesce((select version from step_answer s where s.trn = $1 and s.step = $8), 0))
  on conflict (trn, section) do update set data = excluded.data, saved_at = excluded.saved_at,
    schema_version = excluded.schema_version, config_hash = excluded.config_hash,
    stamp = excluded.stamp, page = excluded.page, typed_at = excluded.typed_at
  where $12::text is null or draft.stamp = $12 or (draft.page = $10 and draft.typed_at <= $11)`;
