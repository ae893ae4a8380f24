import type pg from 'pg';
import { type ApplicantRow, HOME_COLUMNS } from '../platform/sessions/sessionRepository';
import { type Applicant, describeApplicant } from '../platform/sessions/sessions';
import { refuse } from './applicationErrors';

/** Finds an applicant by trn, for code that has no session. Throws `notFound`. */
export async function findApplicant(db: pg.Pool, trn: string): Promise<Applicant> {
  const { rows } = await db.query<ApplicantRow>(
    `select a.trn, coalesce(a.account_id::text, '') as account_id, a.email, l.value as link, a.subscriber_id, a.type, a.property_id,
       b.time_zone, a.first_name, a.last_name, coalesce(c.language, '') as language, b.fee_cents, ${HOME_COLUMNS},
       a.household_id, a.household_role, a.pays_for_household
     from application a join entry_link l on l.id = a.entry_link_id join subscriber b on b.id = a.subscriber_id
     left join account c on c.id = a.account_id where a.trn = $1`,
    [trn],
  );
  const [row] = rows;
  if (!row) throw refuse('notFound');
  return describeApplicant(row, '', new Date(0));
}
