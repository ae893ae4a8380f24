import type pg from 'pg';
import { firstStatus, type OfficeStatus } from '../../model/office';

type Db = pg.Pool | pg.PoolClient;

/** A submitted application as its office has it. */
export interface OfficeRow {
  trn: string;
  application_number: string;
  subscriber_id: string;
  first_name: string;
  last_name: string;
  email: string;
  status: OfficeStatus;
  revision: number;
  assigned_to: string | null;
  assigned_name: string | null;
  decision: string | null;
  submitted_at: Date;
  changed_at: Date;
  move_in: string | null;
  household: number | null;
  income_cents: string | null;
  rent_cents: string | null;
  checks: 'none' | 'reading' | 'passed' | 'open' | 'failed';
  property_name: string | null;
  unit_name: string | null;
  city: string | null;
}

export const OFFICE_COLUMNS = `t.trn, a.application_number, t.subscriber_id, a.first_name, a.last_name, a.email, t.status, t.revision,
  t.assigned_to, nullif(coalesce(nullif(w.name, ''), w.email), '') as assigned_name, t.decision, t.submitted_at, t.changed_at,
  to_char(t.move_in, 'YYYY-MM-DD') as move_in, t.household, t.income_cents, t.rent_cents, t.checks, p.name as property_name, u.name as unit_name, p.city`;

export const OFFICE_TABLES = `application_status t join application a on a.trn = t.trn
  left join office_person w on w.id = t.assigned_to left join property p on p.id = a.property_id left join unit u on u.id = a.unit_id`;

/** Puts an application that was just submitted before its office. */
export async function openStatus(client: pg.PoolClient, trn: string, now: Date): Promise<void> {
  await client.query(
    `insert into application_status (trn, subscriber_id, status, submitted_at, changed_at)
     select trn, subscriber_id, $2, $3, $3 from application where trn = $1 on conflict do nothing`,
    [trn, firstStatus, now],
  );
}

/** The office's side of an application that is submitted; undefined before. */
export async function findStatus(db: Db, trn: string): Promise<OfficeRow | undefined> {
  const { rows } = await db.query<OfficeRow>(`select ${OFFICE_COLUMNS} from ${OFFICE_TABLES} where t.trn = $1`, [trn]);
  return rows[0];
}

export interface Summary {
  moveIn: string | null;
  household: number | null;
  incomeCents: number | null;
  rentCents: number | null;
  checks: OfficeRow['checks'];
}

/** What the list shows of the answers, written only where it is another than before. */
export async function keepSummary(db: Db, trn: string, it: Summary): Promise<void> {
  await db.query(
    `update application_status set move_in = $2::date, household = $3, income_cents = $4, rent_cents = $5, checks = $6
     where trn = $1 and (move_in, household, income_cents, rent_cents, checks) is distinct from ($2::date, $3::int, $4::bigint, $5::bigint, $6::text)`,
    [trn, it.moveIn, it.household, it.incomeCents, it.rentCents, it.checks],
  );
}
