import type pg from 'pg';
import type { StepAnswers } from '../../model/body';
import type { ApplicantRow } from '../auth/sessionStore';
import { type Applicant, describeApplicant } from '../auth/sessions';
import type { Deps } from '../deps';
import { applicantFlows } from '../forms/forms';
import { refuse } from '../http/errors';
import { type OpenStep, openStep } from '../steps/openStep';

/** All of an application that was answered, in clear, for this process only. */
export interface OpenApplication {
  applicant: Applicant;
  /** The steps in the order of their flows, the payment's left out: what it asks is the card's. */
  steps: OpenStep[];
  /** The schema files each step was saved under. */
  versions: Record<string, string | null>;
}

/** Opens every step that was saved. Throws `notFound` when the application is gone. */
export async function readApplication(deps: Deps, trn: string): Promise<OpenApplication> {
  const applicant = await applicantOf(deps.db, trn);
  const versions = await savedVersions(deps, trn);
  const steps: OpenStep[] = [];
  for (const flow of applicantFlows)
    for (const { id, role } of deps.forms.catalogue.flow(flow).steps)
      if (role !== 'payment' && id in versions) steps.push(await openStep(deps, applicant, flow, id));
  return { applicant, steps, versions };
}

async function savedVersions({ db }: Deps, trn: string): Promise<Record<string, string | null>> {
  const { rows } = await db.query<{ step: string; schema_version: string | null }>(
    'select step, schema_version from step_answer where trn = $1',
    [trn],
  );
  return Object.fromEntries(rows.map(({ step, schema_version }) => [step, schema_version]));
}

/** The answers by section, whatever step asked for them. */
export function answersBySection({ steps }: OpenApplication): StepAnswers {
  return Object.assign({}, ...steps.map(({ answers }) => answers));
}

/**
 * Whose application it is, as the forms and the steps ask for it: for the program's own reading, with no session behind it.
 * Throws `notFound` when the application is gone.
 */
export async function applicantOf(db: pg.Pool, trn: string): Promise<Applicant> {
  const { rows } = await db.query<ApplicantRow>(
    `select a.trn, coalesce(a.account_id::text, '') as account_id, a.email, l.value as link, a.subscriber_id, a.type, a.property_id,
       b.time_zone, a.first_name, a.last_name, coalesce(c.language, '') as language
     from application a join entry_link l on l.id = a.entry_link_id join subscriber b on b.id = a.subscriber_id
     left join account c on c.id = a.account_id where a.trn = $1`,
    [trn],
  );
  const [row] = rows;
  if (!row) throw refuse('notFound');
  return describeApplicant(row, '', new Date(0));
}
