import type pg from 'pg';
import type { AnswerRow, RowState } from '../../../model/answers/answerRows';
import type { StepAnswers } from '../../../model/answers/stepBody';
import type { StoredDocument } from '../../../model/formContext';
import { idsOf } from '../../../model/section/documentTypes';
import { transaction } from '../../platform/db/transaction';
import { documentColumns, LIVE } from '../documents/documentRepository';
import type { ApplicationEvent, RecordEvent } from '../domainEvents';
import type { FormsUsed } from './formsUsed';

/** `data` is null if the step's answers aren't needed. */
export interface StoredStep extends AnswerRow, RowState {
  version: number;
  /** True if the step was checked with the current forms and settings. */
  checked: boolean;
  reopened: boolean;
  act: string | null;
  /** A string if the row comes from JSON. */
  saved_at: string | Date;
}

export const needsCheck = ({ complete, reopened, checked }: StoredStep): boolean => (complete || reopened) && !checked;

export interface StepQuery {
  step: string;
  sections: readonly string[];
  /** Current and former names of the step's sections. */
  names: readonly string[];
  steps: readonly string[];
  checkedUnder: string;
}

export interface StepState {
  rows: StoredStep[];
  drafts: StepAnswers;
  draft_versions: Record<string, string | null>;
  documents: StoredDocument[];
  registration: Record<string, unknown>;
  application: {
    email: string;
    first_name: string;
    last_name: string;
    submitted: boolean;
    floor_id: number | null;
    unit_id: number | null;
  };
  /** Former section names under which drafts are stored. */
  renamed: string[];
  unconfirmed: string[];
}

export type ChangedPart = 'name' | 'DOB';

interface StepSave extends FormsUsed {
  trn: string;
  step: string;
  data: StepAnswers;
  version: number;
  complete: boolean;
  schemaHash: string;
  now: Date;
  earlier: string[];
  afterSubmission: boolean;
  reopens: string[];
  /** Current and former names of the step's sections. The save deletes their drafts. */
  names: string[];
  checkedUnder: string;
  name?: { first: string; last: string };
  /** Changed fields. Saving clears their license choices. */
  changed?: ChangedPart[];
  idempotencyKey?: string;
  event?: ApplicationEvent['type'];
  within?: SaveWithin;
}

export type SaveWithin = (
  client: pg.PoolClient,
  write: () => Promise<number | undefined>,
) => Promise<number | undefined>;

interface StepRepository {
  find(trn: string, query: StepQuery): Promise<StepState | undefined>;
  listRows(trn: string, query: Pick<StepQuery, 'steps' | 'checkedUnder'>): Promise<StoredStep[]>;
  /** Skips rows that were saved in the meantime. */
  recordChecks(trn: string, checkedUnder: string, found: readonly CheckedStep[]): Promise<void>;
  /** Returns the step's new version, or undefined if nothing was saved. */
  save(save: StepSave): Promise<number | undefined>;
}

export interface CheckedStep {
  step: string;
  version: number;
  isIncomplete: boolean;
}

export function createStepRepository(db: pg.Pool, recordEvent: RecordEvent): StepRepository {
  return {
    async find(trn, { step, sections, names, steps, checkedUnder }) {
      const { rows } = await db.query<StepState>({
        name: 'known-step',
        text: FIND,
        values: [trn, step, sections, idsOf('program'), names, steps, checkedUnder],
      });
      return rows[0];
    },
    async listRows(trn, { steps, checkedUnder }) {
      const { rows } = await db.query<StoredStep>({
        name: 'step-rows',
        text: ROWS,
        values: [trn, steps, checkedUnder],
      });
      return rows;
    },
    async recordChecks(trn, checkedUnder, found) {
      const columns = [
        found.map(({ step }) => step),
        found.map(({ version }) => version),
        found.map(({ isIncomplete }) => isIncomplete),
      ];
      await db.query(CHECK, [trn, checkedUnder, ...columns]);
    },
    async save(save) {
      const statement = {
        name: 'save-step',
        text: SAVE,
        values: [
          save.trn,
          save.step,
          JSON.stringify(save.data),
          save.version,
          save.complete,
          save.schemaHash,
          save.now,
          save.earlier,
          save.afterSubmission,
          save.name?.first ?? null,
          save.name?.last ?? null,
          save.schemaVersion,
          save.configHash,
          save.idempotencyKey ?? null,
          save.reopens,
          save.names,
          save.checkedUnder,
          save.changed ?? [],
        ],
      };
      const write = async (client: pg.Pool | pg.PoolClient) =>
        (await client.query<{ version: number }>(statement)).rows[0]?.version;
      const { trn, event: type, now, within } = save;
      if (!type && !within) return write(db);
      return transaction(db, async (client) => {
        const version = within ? await within(client, () => write(client)) : await write(client);
        if (version && type) await recordEvent(client, { type, applicationId: trn, now });
        return version;
      });
    },
  };
}

/** Other rows' answers are needed only if the step's own row lacks a section. */
const FIND = `
  select
    coalesce((select jsonb_agg(jsonb_build_object('step', s.step, 'version', s.version, 'complete', s.complete, 'schema_version', s.schema_version,
        'act', s.act, 'saved_at', s.saved_at, 'checked', s.checked is not distinct from $7, 'reopened', s.reopened,
        'sections', case when s.step = any($6) then '[]' else (select coalesce(jsonb_agg(name), '[]') from jsonb_object_keys(s.data) name) end,
        'data', case when s.step = $2 or (not own.is_whole and s.data ?| $5) then s.data end) order by s.saved_at desc)
      from step_answer s, (select coalesce((select data ?& $3 from step_answer where trn = a.trn and step = $2), false) as is_whole) own
      where s.trn = a.trn), '[]') as rows,
    coalesce((select jsonb_object_agg(section, data) from draft where trn = a.trn and section = any($3)), '{}') as drafts,
    coalesce((select jsonb_object_agg(section, schema_version) from draft where trn = a.trn and section = any($3)), '{}') as draft_versions,
    coalesce((select jsonb_agg(section) from draft where trn = a.trn and section = any($5) and section <> all($3)), '[]') as renamed,
    coalesce((select jsonb_agg(to_jsonb(d) order by d.id) from (select ${documentColumns} from document where trn = a.trn and document_id <> all($4) and ${LIVE}) d), '[]') as documents,
    a.registration,
    jsonb_build_object('email', a.email, 'first_name', a.first_name, 'last_name', a.last_name, 'submitted', a.submitted_at is not null, 'floor_id', a.floor_id, 'unit_id', a.unit_id) as application,
    coalesce((select jsonb_agg(section) from taken_over where trn = a.trn and section = any($5) and confirmed_at is null), '[]') as unconfirmed
  from application a where a.trn = $1`;

const ROWS = `
  select step, version, complete, schema_version, act, saved_at, checked is not distinct from $3 as checked, reopened, null::jsonb as data,
    case when step = any($2) then '{}' else array(select jsonb_object_keys(data)) end as sections
  from step_answer where trn = $1 order by saved_at desc`;

const CHECK = `
  update step_answer s set checked = $2, complete = not f.lacks, reopened = f.lacks
  from unnest($3::text[], $4::integer[], $5::boolean[]) as f (step, version, lacks)
  where s.trn = $1 and s.step = f.step and s.version = f.version and (s.complete or s.reopened)`;

// A single statement, so that all changes succeed or fail together.
const SAVE = `
  with open as (
    select a.trn from application a
    where a.trn = $1 and ($9 or a.submitted_at is null)
      and (select count(*) from step_answer e where e.trn = $1 and e.step = any($8) and e.complete) = cardinality($8::text[])
      and ($4 = 0 or exists (select from step_answer s where s.trn = $1 and s.step = $2))
    for update
  ), saved as (
    insert into step_answer as s (trn, step, data, version, complete, schema_hash, saved_at, schema_version, config_hash, act, checked)
    select trn, $2, $3::jsonb, 1, $5, $6, $7, $12, $13, $14, $17 from open
    on conflict (trn, step) do update
      set data = excluded.data, version = s.version + 1, complete = excluded.complete, schema_hash = excluded.schema_hash, saved_at = excluded.saved_at,
          schema_version = excluded.schema_version, config_hash = excluded.config_hash, act = excluded.act, checked = excluded.checked, reopened = false
      where s.version = $4
    returning s.version
  ), gone as (
    delete from draft where trn = $1 and section = any($16) and exists (select from saved)
  ), elsewhere as (
    -- Removes answers of sections that were moved here from other steps. Submitted answers stay as they were signed.
    update step_answer set data = data - $16::text[], complete = complete and not step = any($15), reopened = reopened and not step = any($15)
    where trn = $1 and step <> $2 and not $9 and (data ?| $16 or step = any($15)) and exists (select from saved)
  ), named as (
    update application set first_name = $10, last_name = $11
    where trn = $1 and $10::text is not null and exists (select from saved)
  ), unchosen as (
    update barcode set name_choice = case when 'name' = any($18) then null else name_choice end,
      dob_choice = case when 'DOB' = any($18) then null else dob_choice end
    where trn = $1 and cardinality($18::text[]) > 0 and exists (select from saved)
  )
  select version from saved`;

export async function isSubmitted(db: pg.Pool, trn: string): Promise<boolean> {
  const { rowCount } = await db.query('select from application where trn = $1 and submitted_at is not null', [trn]);
  return rowCount === 1;
}

export async function markInReview(db: pg.Pool, trn: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update application set in_review = true where trn = $1 and submitted_at is not null',
    [trn],
  );
  return rowCount === 1;
}
