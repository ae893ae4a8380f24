import type pg from 'pg';
import type { StepAnswers } from '../../model/body';
import { idsOf } from '../../model/documents';
import type { StoredDocument } from '../../model/formContext';
import type { Overlay } from '../../model/types';
import { transaction } from '../db/transaction';
import { documentColumns } from '../documents/documentStore';
import type { Forms } from '../forms/forms';
import { configHash } from '../forms/schemaFiles';
import { type OfficeEventType, queueOfficeEvent } from '../handover/officeEvents';

interface StoredStep {
  data: StepAnswers;
  version: number;
  complete: boolean;
  /** The schema files it was saved under; null for rows older than their record. */
  schema_version: string | null;
  /** The act of its last save. */
  act: string | null;
}

/** What is known of a step before it is read or saved; answers sealed as they lie. */
export interface KnownStep {
  stored?: StoredStep;
  drafts: StepAnswers;
  /** The schema files each draft was typed under. */
  draft_versions: Record<string, string | null>;
  documents: StoredDocument[];
  /** Answers of the registration, the first words about the applicant. */
  registration: Record<string, unknown>;
  application: {
    email: string;
    first_name: string;
    last_name: string;
    submitted: boolean;
    floor_id: number | null;
    unit_id: number | null;
  };
  /** Ids of the steps that are complete. */
  complete: string[];
  /** Sections of this step that were taken over and are not confirmed yet. */
  unconfirmed: string[];
}

interface StepSave extends MadeWith {
  trn: string;
  step: string;
  data: StepAnswers;
  /** The version this save is based on. */
  version: number;
  complete: boolean;
  schemaHash: string;
  now: Date;
  /** Steps that must be complete before. */
  earlier: string[];
  /** Whether it may be saved after the application was submitted. */
  afterwards: boolean;
  /** The step that is to be gone through again. */
  reopens?: string;
  /** The applicant's name, when this step asks for it. */
  name?: { first: string; last: string };
  act?: string;
  /** What the landlord's system is sent. */
  event?: OfficeEventType;
}

interface StepStore {
  /** Undefined when the application is gone. */
  known(trn: string, step: string, sections: string[]): Promise<KnownStep | undefined>;
  /** The new version, or undefined when nothing was written: out of order, too late or stale. */
  save(save: StepSave): Promise<number | undefined>;
}

export function createStepStore(db: pg.Pool): StepStore {
  return {
    async known(trn, step, sections) {
      const { rows } = await db.query<KnownStep>({
        name: 'known-step',
        text: knownStep('$2', '$3', '$4'),
        values: [trn, step, sections, idsOf('program')],
      });
      const [row] = rows;
      return row && { ...row, stored: row.stored ?? undefined };
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
          save.afterwards,
          Object.keys(save.data),
          save.name?.first ?? null,
          save.name?.last ?? null,
          save.schemaVersion,
          save.configHash,
          save.act ?? null,
          save.reopens ?? null,
        ],
      };
      const write = async (client: pg.Pool | pg.PoolClient) =>
        (await client.query<{ version: number }>(statement)).rows[0]?.version;
      const { trn, event: type, now } = save;
      if (!type) return write(db);
      return transaction(db, async (client) => {
        const version = await write(client);
        if (version) await queueOfficeEvent(client, { type, trn, now });
        return version;
      });
    },
  };
}

/** Selects a KnownStep of the application $1; the names of the step, its sections and the program's documents are parameters too. */
export const knownStep = (step: string, sections: string, program: string) => `
  select
    (select jsonb_build_object('data', data, 'version', version, 'complete', complete, 'schema_version', schema_version, 'act', act)
     from step_answer where trn = a.trn and step = ${step}) as stored,
    coalesce((select jsonb_object_agg(section, data) from draft where trn = a.trn and section = any(${sections})), '{}') as drafts,
    coalesce((select jsonb_object_agg(section, schema_version) from draft where trn = a.trn and section = any(${sections})), '{}') as draft_versions,
    coalesce((select jsonb_agg(to_jsonb(d) order by d.id) from (select ${documentColumns} from document where trn = a.trn and document_id <> all(${program})) d), '[]') as documents,
    a.registration,
    jsonb_build_object('email', a.email, 'first_name', a.first_name, 'last_name', a.last_name, 'submitted', a.submitted_at is not null, 'floor_id', a.floor_id, 'unit_id', a.unit_id) as application,
    coalesce((select jsonb_agg(step) from step_answer where trn = a.trn and complete), '[]') as complete,
    coalesce((select jsonb_agg(section) from taken_over where trn = a.trn and section = any(${sections}) and confirmed_at is null), '[]') as unconfirmed
  from application a where a.trn = $1`;

// One statement: the order of the steps, the version, the drafts, the step to be gone through again and the applicant's name stand or fall together.
const SAVE = `
  with open as (
    select a.trn from application a
    where a.trn = $1 and ($9 or a.submitted_at is null)
      and (select count(*) from step_answer e where e.trn = $1 and e.step = any($8) and e.complete) = cardinality($8::text[])
      and ($4 = 0 or exists (select from step_answer s where s.trn = $1 and s.step = $2))
    for update
  ), saved as (
    insert into step_answer as s (trn, step, data, version, complete, schema_hash, saved_at, schema_version, config_hash, act)
    select trn, $2, $3::jsonb, 1, $5, $6, $7, $13, $14, $15 from open
    on conflict (trn, step) do update
      set data = excluded.data, version = s.version + 1, complete = excluded.complete, schema_hash = excluded.schema_hash, saved_at = excluded.saved_at,
          schema_version = excluded.schema_version, config_hash = excluded.config_hash, act = excluded.act
      where s.version = $4
    returning s.version
  ), gone as (
    delete from draft where trn = $1 and section = any($10) and exists (select from saved)
  ), reopened as (
    update step_answer set complete = false where trn = $1 and step = $16 and exists (select from saved)
  ), named as (
    update application set first_name = $11, last_name = $12
    where trn = $1 and $11::text is not null and exists (select from saved)
  )
  select version from saved`;

/** Whether the application was submitted: what the four steps ask can no longer be changed then. */
export async function isSubmitted(db: pg.Pool, trn: string): Promise<boolean> {
  const { rowCount } = await db.query('select from application where trn = $1 and submitted_at is not null', [trn]);
  return rowCount === 1;
}

/** Marks a submitted application as in review; false when it was not submitted. */
export async function putInReview(db: pg.Pool, trn: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update application set in_review = true where trn = $1 and submitted_at is not null',
    [trn],
  );
  return rowCount === 1;
}

/** Which schema files and which settings answers were given under; goes into every row of answers. */
export interface MadeWith {
  schemaVersion: string;
  configHash: string;
}

export function madeWith({ forms }: { forms: Forms }, overlay: Overlay): MadeWith {
  return { schemaVersion: forms.schemaVersion, configHash: configHash(overlay) };
}
