import type pg from 'pg';
import type { StepAnswers } from '../../../model/answers/stepBody';
import type { Answers } from '../../../model/types';
import type { Db } from '../../platform/db/transaction';

export interface StoredDraft {
  section: string;
  data: Answers;
  schema_version: string | null;
}

export async function lockDrafts(client: pg.PoolClient, trn: string, sections: readonly string[]) {
  const { rows } = await client.query<StoredDraft>(
    'select section, data, schema_version from draft where trn = $1 and section = any($2) for update',
    [trn, sections],
  );
  return rows;
}

/** Renames a draft's section, and the section in the record of copied sections, unless the new name is taken. */
export async function renameDraft(
  client: pg.PoolClient,
  trn: string,
  section: string,
  next: { section: string; data: Answers; schemaVersion: string },
): Promise<void> {
  await client.query(RENAME, [trn, section, next.section, JSON.stringify(next.data), next.schemaVersion]);
  await client.query(RENAME_TAKEN, [trn, section, next.section]);
}

export async function findWithSections(db: Db, sections: readonly string[], after: string, limit: number) {
  const { rows } = await db.query<{ trn: string }>(FOUND, [sections, after, limit]);
  return rows.map(({ trn }) => trn);
}

export async function listDrafts(db: Db, trn: string, sections: readonly string[]) {
  return (await db.query<{ section: string; data: Answers }>(DRAFTS, [trn, sections])).rows;
}

export async function listSteps(db: Db, trn: string, sections: readonly string[]) {
  return (await db.query<{ step: string; data: StepAnswers }>(STEPS, [trn, sections])).rows;
}

export async function replaceDraft(db: Db, trn: string, section: string, data: Answers, next?: Answers) {
  await db.query(REPLACE_DRAFT, [trn, section, JSON.stringify(data), JSON.stringify(next)]);
}

export async function replaceStep(db: Db, trn: string, step: string, data: StepAnswers, next: StepAnswers) {
  await db.query(REPLACE_STEP, [trn, step, JSON.stringify(data), JSON.stringify(next)]);
}

interface StepRewrite {
  trn: string;
  /** The step id that the row is stored under. `step` replaces it. */
  row: string;
  step: string;
  data: StepAnswers;
  schemaVersion: string;
  configHash: string;
  version: number;
}

export async function rewriteStep(client: pg.PoolClient, rewrite: StepRewrite): Promise<void> {
  const { trn, row, step, data, schemaVersion, configHash, version } = rewrite;
  const values = [trn, row, step, JSON.stringify(data), schemaVersion, configHash, version];
  const { rowCount } = await client.query(REWRITE, values);
  if (rowCount === 1) await client.query(ELSEWHERE, [trn, step, Object.keys(data)]);
}

const RENAME = `
  update draft set section = $3, data = $4::jsonb, schema_version = $5 where trn = $1 and section = $2
    and not exists (select from draft where trn = $1 and section = $3)`;

const RENAME_TAKEN = `
  update taken_over set section = $3 where trn = $1 and section = $2
    and not exists (select from taken_over where trn = $1 and section = $3)`;

const FOUND = `
  select trn from (
    select trn from draft where section = any($1) union select trn from step_answer where data ?| $1
  ) found where trn > $2 order by trn limit $3`;

const DRAFTS = 'select section, data from draft where trn = $1 and section = any($2)';

const STEPS = 'select step, data from step_answer where trn = $1 and data ?| $2';

const REPLACE_DRAFT = 'update draft set data = $4::jsonb where trn = $1 and section = $2 and data = $3::jsonb';

const REPLACE_STEP = 'update step_answer set data = $4::jsonb where trn = $1 and step = $2 and data = $3::jsonb';

const REWRITE = `
  update step_answer set step = $3, data = $4::jsonb, schema_version = $5, config_hash = $6
  where trn = $1 and step = $2 and (version = $7 or $2 <> $3) and exists (select from application where trn = $1 and submitted_at is null)`;

const ELSEWHERE =
  'update step_answer set data = data - $3::text[] where trn = $1 and step <> $2 and data ?| $3::text[]';
