import type pg from 'pg';
import type { ApplicationType } from '../../model/types';
import type { Applicant } from '../auth/sessions';
import { refuse } from '../http/errors';

interface Row {
  account_id: string | null;
  email: string;
  link: string;
  subscriber_id: string;
  type: ApplicationType;
  property_id: number | null;
  time_zone: string;
  first_name: string;
  last_name: string;
  language: string;
}

/**
 * Whose application it is, as the forms and the steps ask for it: for the program's own reading, with no session behind it.
 * Throws `notFound` when the application is gone.
 */
export async function applicantOf(db: pg.Pool, trn: string): Promise<Applicant> {
  const { rows } = await db.query<Row>(
    `select a.account_id, a.email, l.value as link, a.subscriber_id, a.type, a.property_id, b.time_zone, a.first_name, a.last_name,
       coalesce(c.language, '') as language
     from application a join entry_link l on l.id = a.entry_link_id join subscriber b on b.id = a.subscriber_id
     left join account c on c.id = a.account_id where a.trn = $1`,
    [trn],
  );
  const [row] = rows;
  if (!row) throw refuse('notFound');
  return {
    sessionId: '',
    accountId: row.account_id ?? '',
    email: row.email,
    trn,
    link: row.link,
    subscriberId: row.subscriber_id,
    applicationType: row.type,
    propertyId: row.property_id,
    timeZone: row.time_zone,
    firstName: row.first_name,
    lastName: row.last_name,
    language: row.language,
    endsAt: new Date(0),
  };
}
