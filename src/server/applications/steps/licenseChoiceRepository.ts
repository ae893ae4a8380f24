import type pg from 'pg';
import type { LicenseChoice } from '../../../model/license/licenseFields';
import type { Answers } from '../../../model/types';
import { transaction } from '../../platform/db/transaction';

interface LicenseChoices {
  name: LicenseChoice | null;
  DOB: LicenseChoice | null;
}

export interface CorrectedPerson {
  step: string;
  section: string;
  version: number;
  data: Answers;
  draft?: Answers;
  first_name: string;
  last_name: string;
  now: Date;
}

export interface LicenseChoiceRepository {
  find(trn: string, document: number): Promise<LicenseChoices>;
  /** Returns false if the license was deleted or, with `person`, if a save or the submission came first. */
  save(trn: string, document: number, choices: Partial<LicenseChoices>, person?: CorrectedPerson): Promise<boolean>;
}

export function createLicenseChoiceRepository(db: pg.Pool): LicenseChoiceRepository {
  return {
    async find(trn, document) {
      const { rows } = await db.query<LicenseChoices>(
        'select name_choice as name, dob_choice as "DOB" from barcode where trn = $1 and document = $2',
        [trn, document],
      );
      return rows[0] ?? { name: null, DOB: null };
    },
    save: (trn, document, choices, person) =>
      transaction(db, async (client) => {
        if (person && !(await savePerson(client, trn, person))) return false;
        const { rowCount } = await client.query(
          `update barcode set name_choice = coalesce($3, name_choice), dob_choice = coalesce($4, dob_choice)
           where trn = $1 and document = $2`,
          [trn, document, choices.name ?? null, choices.DOB ?? null],
        );
        return rowCount === 1;
      }),
  };
}

async function savePerson(client: pg.PoolClient, trn: string, person: CorrectedPerson): Promise<boolean> {
  const { step, section, version, data, draft, first_name, last_name, now } = person;
  const { rowCount } = await client.query(
    `update step_answer set data = data || jsonb_build_object($3::text, $4::jsonb), version = version + 1, saved_at = $6
     where trn = $1 and step = $2 and version = $5
       and exists (select from application where trn = $1 and submitted_at is null)`,
    [trn, step, section, JSON.stringify(data), version, now],
  );
  if (rowCount !== 1) return false;
  if (draft)
    await client.query('update draft set data = $3::jsonb where trn = $1 and section = $2', [
      trn,
      section,
      JSON.stringify(draft),
    ]);
  await client.query('update application set first_name = $2, last_name = $3 where trn = $1', [
    trn,
    first_name,
    last_name,
  ]);
  return true;
}
