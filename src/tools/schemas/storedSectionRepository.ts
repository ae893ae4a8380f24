import type pg from 'pg';
import type { Answers } from '../../model/types';

export interface StoredSection {
  trn: string;
  /** Null for drafts. */
  step: string | null;
  section: string;
  data: Answers;
  complete: boolean;
  submitted: boolean;
  schema_version: string | null;
  subscriber_id: string;
  application_type: string;
  first_name: string;
  last_name: string;
}

interface ImpactStore {
  sections(): Promise<StoredSection[]>;
  versions(): Promise<Map<string, Record<string, unknown>>>;
}

export function createImpactStore(db: pg.Pool): ImpactStore {
  return {
    async sections() {
      const { rows } = await db.query<StoredSection>(SECTIONS);
      return rows;
    },
    async versions() {
      const { rows } = await db.query<{ version: string; files: Record<string, unknown> }>(
        'select version, files from schema_version order by at',
      );
      return new Map(rows.map(({ version, files }) => [version, files]));
    },
  };
}

const SECTIONS = `
  select r.trn, r.step, r.section, r.data, r.complete, r.schema_version, a.subscriber_id, a.type as application_type, a.first_name, a.last_name,
    a.submitted_at is not null as submitted
  from (
    select trn, step, each.key as section, each.value as data, complete, schema_version
    from step_answer, jsonb_each(data) each
    union all
    select trn, null, section, data, false, schema_version from draft
  ) r join application a on a.trn = r.trn
  order by r.trn, r.section`;
