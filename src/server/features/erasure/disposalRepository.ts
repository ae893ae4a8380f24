import type pg from 'pg';
import type { DisposalRule } from '../../../model/disposal';
import { lockApplication } from '../../applications/applicationRepository';
import type { Db } from '../../platform/db/transaction';
import type { IdleApplication } from './erasureRepository';

/** SQL condition: no pending refund or open dispute, because letters about them need the application. */
const SETTLED = `not exists (select from refund r where r.trn = t.trn and r.state = 'queued')
  and not exists (select from dispute d where d.trn = t.trn and d.status not in ('won', 'lost', 'warning_closed', 'prevented'))`;

/** Maximum rows per query. The next run handles the rest. */
const MAX_AT_ONCE = 200;

export async function markDisposalWarned(
  client: pg.PoolClient,
  { status, removeAfterDays, warnDaysBefore }: DisposalRule,
  now: Date,
): Promise<(IdleApplication & { due: Date })[]> {
  const { rows } = await client.query<IdleApplication & { due: Date }>(
    `update application_status t set disposal_warned_at = $3,
       disposal_due_at = greatest(t.changed_at + make_interval(days => $2), $3 + make_interval(days => $4))
     from application a join subscriber s on s.id = a.subscriber_id left join account c on c.id = a.account_id
     where a.trn = t.trn and t.trn in (
       select t.trn from application_status t where t.status = $1
         and t.changed_at <= $3::timestamptz - make_interval(days => $2::int - $4::int)
         and coalesce(t.disposal_warned_at < t.changed_at, true) and ${SETTLED}
       order by t.changed_at limit $5 for update skip locked)
     returning t.trn, a.subscriber_id, a.email, a.first_name, s.name as subscriber_name, s.support_email, s.time_zone, coalesce(c.language, '') as language,
       c.confirmed_at, t.disposal_due_at as due`,
    [status, removeAfterDays, now, warnDaysBefore, MAX_AT_ONCE],
  );
  return rows;
}

const DUE = `t.status = $1 and t.disposal_warned_at >= t.changed_at and t.disposal_due_at <= $3
  and t.changed_at <= $3::timestamptz - make_interval(days => $2) and ${SETTLED}`;

export async function findDisposals(db: Db, { status, removeAfterDays }: DisposalRule, now: Date): Promise<string[]> {
  const { rows } = await db.query<{ trn: string }>(
    `select t.trn from application_status t where ${DUE} order by t.changed_at limit $4`,
    [status, removeAfterDays, now, MAX_AT_ONCE],
  );
  return rows.map(({ trn }) => trn);
}

/**
 * Locks the application and logs its disposal. Returns false if the disposal isn't due. Call this before erasing the
 * rows.
 */
export async function logDisposal(
  client: pg.PoolClient,
  trn: string,
  { status, removeAfterDays }: DisposalRule,
  now: Date,
): Promise<boolean> {
  await lockApplication(client, trn);
  const { rowCount } = await client.query(
    `insert into disposal (trn, subscriber_id, at, what, status, days, answers, documents)
     select t.trn, t.subscriber_id, $3, 'application', t.status, $2,
       (select count(*) from step_answer where trn = t.trn)::int, (select count(*) from document where trn = t.trn)::int
     from application_status t where t.trn = $4 and ${DUE}`,
    [status, removeAfterDays, now, trn],
  );
  return rowCount === 1;
}

export interface SealedDecision {
  id: string;
  trn: string;
  sealed: string;
}

export async function findReportDisposals(db: Db, days: number, now: Date): Promise<SealedDecision[]> {
  const { rows } = await db.query<SealedDecision>(
    `select d.id, d.trn, d.sealed from application_decision d join application_status t on t.trn = d.trn
     where d.reports_disposed_at is null and d.at <= $2::timestamptz - make_interval(days => $1)
       and ${SETTLED} order by d.at limit $3`,
    [days, now, MAX_AT_ONCE],
  );
  return rows;
}

/** Replaces a decision with a copy without report data. Returns false if the decision no longer equals `before`. */
export async function replaceDecision(
  client: pg.PoolClient,
  before: SealedDecision,
  { decision, days, isLogged, now }: { decision: string; days: number; isLogged: boolean; now: Date },
): Promise<boolean> {
  const { rowCount } = await client.query(
    'update application_decision set sealed = $3, reports_disposed_at = $4 where id = $1 and sealed = $2 and reports_disposed_at is null',
    [before.id, before.sealed, decision, now],
  );
  await client.query('update application_status set decision = $3 where trn = $1 and decision = $2', [
    before.trn,
    before.sealed,
    decision,
  ]);
  if (rowCount === 1 && isLogged)
    await client.query(
      `insert into disposal (trn, subscriber_id, at, what, status, days)
       select trn, subscriber_id, $2, 'reports', status, $3 from application_status where trn = $1`,
      [before.trn, now, days],
    );
  return rowCount === 1;
}

export interface DueRow {
  application: string;
  subscriber_id: string;
  status: string;
  due_at: Date;
  warned_at: Date | null;
}

/** Lists up to 1,000 applications that reach the age in the rule by `until`. The least recently changed come first. */
export async function listDue(db: Db, { status, removeAfterDays }: DisposalRule, until: Date): Promise<DueRow[]> {
  const { rows } = await db.query<DueRow>(
    `select a.application_number::text as application, t.subscriber_id, t.status,
       greatest(t.changed_at + make_interval(days => $2), case when t.disposal_warned_at >= t.changed_at then t.disposal_due_at end) as due_at,
       case when t.disposal_warned_at >= t.changed_at then t.disposal_warned_at end as warned_at
     from application_status t join application a on a.trn = t.trn
     where t.status = $1 and t.changed_at + make_interval(days => $2) <= $3 order by t.changed_at limit 1000`,
    [status, removeAfterDays, until],
  );
  return rows;
}

export interface DisposalRow {
  trn: string;
  subscriber_id: string;
  at: Date;
  what: string;
  status: string;
  days: number;
  answers: number;
  documents: number;
}

export async function listDisposals(db: Db, limit: number): Promise<DisposalRow[]> {
  const { rows } = await db.query<DisposalRow>(
    'select trn, subscriber_id, at, what, status, days, answers, documents from disposal order by id desc limit $1',
    [limit],
  );
  return rows;
}
