import type { Figures } from '../../../contract/officeDesk';
import type { Db } from '../../platform/db/transaction';

export interface Period {
  subscriberId: string;
  timeZone: string;
  /** ISO days of that time zone, both included. */
  from: string;
  to: string;
  unit: Figures['unit'];
  /** Undefined for all. */
  property?: number;
}

type Totals = Pick<Figures, 'submitted' | 'decided' | 'days_to_decision' | 'missing' | 'requested'>;

/** Applications submitted in the period. `$1` to `$5`: subscriber, time zone, from, to, property. */
const SUBMITTED = `select t.property_id, t.submitted_at, t.attention @> '[{"kind":"missing"}]' as missing,
    (select min(d.at) from application_decision d where d.trn = t.trn) as decided_at,
    exists (select from office_request q where q.trn = t.trn) as requested
  from application_status t
  where t.subscriber_id = $1 and t.submitted_at >= ($3::date)::timestamp at time zone $2
    and t.submitted_at < ($4::date + 1)::timestamp at time zone $2 and ($5::int is null or t.property_id = $5)`;

const TOTALS = `count(*)::int as submitted, count(decided_at)::int as decided,
  round((percentile_cont(0.5) within group (order by extract(epoch from decided_at - submitted_at)) / 86400)::numeric, 1)::float8 as days_to_decision,
  (count(*) filter (where missing))::int as missing, (count(*) filter (where requested))::int as requested`;

/** Totals of all and of each property, in one pass. */
export async function sumFigures(
  db: Db,
  period: Period,
): Promise<(Totals & { isAll: boolean; code: string | null; name: string | null })[]> {
  const { rows } = await db.query<Totals & { isAll: boolean; code: string | null; name: string | null }>(
    `with sums as (
       select property_id, grouping(property_id) = 1 as "isAll", ${TOTALS} from (${SUBMITTED}) s group by grouping sets ((), (property_id)))
     select sums.*, p.code, p.name from sums left join property p on p.id = sums.property_id order by submitted desc, p.name`,
    toValues(period),
  );
  return rows;
}

/** Submissions and decisions by day, week or month, without gaps. */
export async function countByPeriod(db: Db, period: Period): Promise<Figures['periods']> {
  const { rows } = await db.query<Figures['periods'][number]>(
    `with times as (
       select date_trunc('${period.unit}', s.submitted_at at time zone $2)::date as submitted,
         date_trunc('${period.unit}', s.decided_at at time zone $2)::date as decided from (${SUBMITTED}) s),
     counts as (
       select at, count(*) filter (where is_decision) as decided, count(*) filter (where not is_decision) as submitted
       from (select submitted as at, false as is_decision from times union all select decided, true from times where decided is not null) e group by at)
     select to_char(g, 'YYYY-MM-DD') as "from", coalesce(c.submitted, 0)::int as submitted, coalesce(c.decided, 0)::int as decided
     from generate_series(date_trunc('${period.unit}', $3::date::timestamp), date_trunc('${period.unit}', $4::date::timestamp), '1 ${period.unit}') g
       left join counts c on c.at = g::date order by g`,
    toValues(period),
  );
  return rows;
}

const toValues = ({ subscriberId, timeZone, from, to, property }: Period) => [
  subscriberId,
  timeZone,
  from,
  to,
  property ?? null,
];

/** Those that have applications. */
export async function listProperties(db: Db, subscriberId: string): Promise<{ code: string; name: string }[]> {
  const { rows } = await db.query<{ code: string; name: string }>(
    `select p.code, p.name from property p where p.subscriber_id = $1
       and exists (select from application_status t where t.subscriber_id = $1 and t.property_id = p.id)
     order by p.name limit 1000`,
    [subscriberId],
  );
  return rows;
}

/** Looked up first, for the planner's statistics. -1 matches nothing. */
export async function findProperty(db: Db, subscriberId: string, code: string): Promise<number> {
  const { rows } = await db.query<{ id: number }>('select id from property where subscriber_id = $1 and code = $2', [
    subscriberId,
    code,
  ]);
  return rows[0]?.id ?? -1;
}
