import type pg from 'pg';
import type { AttentionKind } from '../../contract/office';
import type { Home } from '../../model/law/jurisdictions';
import { firstStatus, type OfficeAction, type OfficeStatus } from '../../model/office';
import type { Db } from '../platform/db/transaction';
import { HOME_COLUMNS } from '../platform/sessions/sessionRepository';

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
  attention: { kind: AttentionKind; count: number }[];
  property_name: string | null;
  unit_name: string | null;
  city: string | null;
  due_at: Date | null;
  home: Home;
  unread_messages: number;
  is_offered: boolean;
  withdrawal_announced_at: Date | null;
  offer_withdrawn_at: Date | null;
}

export const UNREAD_MESSAGES = "from message m where m.trn = t.trn and m.actor = 'applicant' and m.read_at is null";

export const OFFICE_COLUMNS = `t.trn, a.application_number, t.subscriber_id, a.first_name, a.last_name, a.email, t.status, t.revision,
  t.assigned_to, nullif(coalesce(nullif(w.name, ''), w.email), '') as assigned_name, t.decision, t.submitted_at, t.changed_at,
  to_char(t.move_in, 'YYYY-MM-DD') as move_in, t.household, t.income_cents, t.rent_cents, t.checks, t.attention, p.name as property_name, u.name as unit_name,
  coalesce(p.city, concat_ws(', ', a.registration ->> 'address', a.registration ->> 'city')) as city,
  (select min(d.due_at) from office_deadline d where d.trn = t.trn and d.done_at is null) as due_at,
  (select count(*)::int ${UNREAD_MESSAGES}) as unread_messages,
  a.withdrawal_announced_at, a.offer_withdrawn_at, ${HOME_COLUMNS}`;

export const OFFICE_TABLES = `application_status t join application a on a.trn = t.trn
  left join office_person w on w.id = t.assigned_to left join property p on p.id = a.property_id left join unit u on u.id = a.unit_id`;

/** Returns SQL that lowercases text and removes accents. */
export const searchKey = (text: string): string =>
  `regexp_replace(normalize(lower(${text}), NFD), '[\\u0300-\\u036f]', '', 'g')`;

export async function insertStatus(client: pg.PoolClient, trn: string, now: Date): Promise<void> {
  await client.query(
    `insert into application_status (trn, subscriber_id, status, submitted_at, changed_at, property_id, unit_id, email_key, first_key, last_key)
     select trn, subscriber_id, $2, $3, $3, property_id, unit_id, lower(email), ${searchKey("first_name || ' ' || last_name")}, ${searchKey("last_name || ' ' || first_name")}
     from application where trn = $1 on conflict do nothing`,
    [trn, firstStatus, now],
  );
}

/** Returns undefined before submission. */
export async function findStatus(db: Db, trn: string): Promise<OfficeRow | undefined> {
  const { rows } = await db.query<OfficeRow>(`select ${OFFICE_COLUMNS} from ${OFFICE_TABLES} where t.trn = $1`, [trn]);
  return rows[0];
}

export interface StatusChange {
  trn: string;
  revision: number;
  status?: OfficeStatus;
  /** Encrypted. Null removes the decision. */
  decision?: string | null;
  assignedTo?: string | null;
  now: Date;
}

/** Returns the new revision, or undefined if `revision` is outdated. */
export async function changeStatus(client: pg.PoolClient, change: StatusChange): Promise<number | undefined> {
  const { trn, revision, status, decision, assignedTo, now } = change;
  const { rows } = await client.query<{ revision: number }>(
    `update application_status set revision = revision + 1, changed_at = $3, status = coalesce($4, status),
       decision = case when $5 then $6 else decision end, assigned_to = case when $7 then $8::uuid else assigned_to end
     where trn = $1 and revision = $2 returning revision`,
    [
      trn,
      revision,
      now,
      status ?? null,
      decision !== undefined,
      decision ?? null,
      assignedTo !== undefined,
      assignedTo ?? null,
    ],
  );
  return rows[0]?.revision;
}

/** Records when an offer was made or withdrawn. For a new offer, keeps the first offer's time and clears the rest. */
export async function recordOffer(client: pg.PoolClient, trn: string, act: OfficeAction, now: Date): Promise<void> {
  await client.query(
    `update application set
       offered_at = case when $3::text = 'offer' then coalesce(offered_at, $2::timestamptz) else offered_at end,
       withdrawal_announced_at = case $3::text when 'announceWithdrawal' then $2::timestamptz when 'offer' then null else withdrawal_announced_at end,
       offer_withdrawn_at = case $3::text when 'withdrawOffer' then $2::timestamptz when 'offer' then null else offer_withdrawn_at end
     where trn = $1 and $3::text in ('offer', 'announceWithdrawal', 'withdrawOffer')`,
    [trn, now, act],
  );
}

export async function lockStatus(client: pg.PoolClient, trn: string): Promise<void> {
  await client.query('select from application_status where trn = $1 for update', [trn]);
}
