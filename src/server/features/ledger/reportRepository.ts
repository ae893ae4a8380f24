import type { LedgerProblem } from '../../../contract/ledger';
import type { Db } from '../../platform/db/transaction';

export interface ExceptionRow {
  application: string | null;
  subscriber_id: string;
  problem: LedgerProblem;
  amount_cents: number;
  since: Date;
}

/** Lists failed or delayed refunds, open disputes, and closed applications with entries that don't add up. */
export async function listExceptions(
  db: Db,
  { subscriberId, closed, now }: { subscriberId?: string; closed: readonly string[]; now: Date },
): Promise<ExceptionRow[]> {
  const { rows } = await db.query<ExceptionRow>(
    `with sums as (
       select trn, subscriber_id, max(at) as since,
         sum(amount_cents * case when kind in ('charge', 'refundFailed', 'released', 'disputeReturned') then 1 else -1 end)::int as balance
       from ledger_entry where $1::text is null or subscriber_id = $1 group by trn, subscriber_id
     ), found as (
       select s.trn, s.subscriber_id, 'unbalanced' as problem, s.balance as amount_cents, s.since
       from sums s join application_status t on t.trn = s.trn
       where t.status = any($2) and s.balance <> 0
         and not exists (select from deadline d where d.trn = s.trn and d.job = 'settle-case' and d.queued_at is null)
         and not exists (select from job j where j.payload ->> 'trn' = s.trn and j.kind = 'settle-case' and j.given_up_at is null)
       union all
       select r.trn, s.subscriber_id, case r.state when 'failed' then 'refundFailed' else 'refundLate' end, r.amount_cents,
         coalesce(r.done_at, r.created_at)
       from refund r join sums s on s.trn = r.trn
       where (r.state = 'failed' and not exists (select from refund n where n.trn = r.trn and n.id > r.id))
         or (r.state = 'queued' and r.created_at < $3::timestamptz - interval '1 day')
       union all
       select d.trn, s.subscriber_id, 'disputed', d.amount_cents, d.reported_at
       from dispute d join sums s on s.trn = d.trn where d.status not in ('won', 'lost', 'warning_closed', 'prevented')
     )
     select a.application_number::text as application, f.subscriber_id, f.problem, f.amount_cents, f.since
     from found f left join application a on a.trn = f.trn order by f.since, f.trn, f.problem limit 500`,
    [subscriberId ?? null, closed, now],
  );
  return rows;
}
