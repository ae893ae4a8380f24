import type pg from 'pg';
import type { EntryKind } from '../../../model/ledger/balance';
import type { Db } from '../../platform/db/transaction';

export type EntryActor = 'person' | 'key' | 'operator' | 'program' | 'provider';

export interface EntryRow {
  id: number;
  kind: EntryKind;
  amount_cents: number;
  rule: string | null;
  note: string | null;
  reference: string | null;
  actor: EntryActor;
  by: string | null;
  at: Date;
}

export interface NewEntry {
  trn: string;
  kind: EntryKind;
  amount: number;
  rule?: string;
  /** Encrypted. */
  note?: string;
  /** An application's entries with the same kind and reference are added only once. */
  reference?: string;
  actor: EntryActor;
  personId?: string;
  now: Date;
}

/** Returns false if the entry already exists. */
export async function appendLedgerEntry(client: pg.PoolClient, entry: NewEntry): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into ledger_entry (trn, subscriber_id, kind, amount_cents, rule, note, reference, actor, person_id, at)
     select $1, coalesce((select subscriber_id from application where trn = $1), (select subscriber_id from ledger_entry where trn = $1 limit 1)),
       $2, $3, $4, $5, $6, $7, $8, $9
     on conflict (trn, kind, reference) where reference is not null do nothing`,
    [
      entry.trn,
      entry.kind,
      entry.amount,
      entry.rule ?? null,
      entry.note ?? null,
      entry.reference ?? null,
      entry.actor,
      entry.personId ?? null,
      entry.now,
    ],
  );
  return rowCount === 1;
}

export async function appendCharge(client: pg.PoolClient, trn: string): Promise<void> {
  await client.query(
    `insert into ledger_entry (trn, subscriber_id, kind, amount_cents, reference, actor, at)
     select p.trn, a.subscriber_id, 'charge', p.amount_cents, p.intent, 'program', p.paid_at
     from payment p join application a on a.trn = p.trn
     where p.trn = $1 and p.state = 'succeeded' and p.amount_cents > 0
     on conflict (trn, kind, reference) where reference is not null do nothing`,
    [trn],
  );
}

export async function listEntries(db: Db, trn: string): Promise<EntryRow[]> {
  const { rows } = await db.query<EntryRow>(
    `select e.id::int, e.kind, e.amount_cents, e.rule, e.note, e.reference, e.actor, coalesce(nullif(p.name, ''), p.email) as by, e.at
     from ledger_entry e left join office_person p on p.id = e.person_id where e.trn = $1 order by e.id`,
    [trn],
  );
  return rows;
}

export async function lockLedger(client: pg.PoolClient, trn: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(4713, hashtext($1))', [trn]);
}

export interface MoneyRow {
  intent: string | null;
  other_selected_at: Date | null;
  /** Reasons in the landlord's written criteria. Null if unknown. */
  listed_reasons: string[] | null;
}

/** Returns the facts that refund rules need. Undefined before submission. */
export async function findMoney(db: Db, trn: string, selected: readonly string[]): Promise<MoneyRow | undefined> {
  const { rows } = await db.query<MoneyRow>(
    `select y.intent, s.listed_reasons,
       (select min(o.changed_at) from application_status o join application b on b.trn = o.trn
        where b.unit_id = a.unit_id and o.trn <> a.trn and o.status = any($2)) as other_selected_at
     from application a join subscriber s on s.id = a.subscriber_id left join payment y on y.trn = a.trn
     where a.trn = $1 and a.submitted_at is not null`,
    [trn, selected],
  );
  return rows[0];
}

export async function listOtherApplicants(db: Db, trn: string): Promise<string[]> {
  const { rows } = await db.query<{ trn: string }>(
    `select b.trn from application a join application b on b.unit_id = a.unit_id and b.trn <> a.trn
     where a.trn = $1 and b.submitted_at is not null order by b.trn limit 200`,
    [trn],
  );
  return rows.map((row) => row.trn);
}
