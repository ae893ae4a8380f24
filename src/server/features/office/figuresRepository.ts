import type { Figures } from '../../../contract/officeDesk';
import { officeStatuses, statusPage } from '../../../model/office';
import type { Db } from '../../platform/db/transaction';

export interface Period {
  subscriberId: string;
  timeZone: string;
  /** ISO dates in `timeZone`. The period includes both days. */
  from: string;
  to: string;
  unit: Figures['unit'];
  /** Undefined for all properties. */
  property?: number;
}

export type Totals = Pick<Figures, 'submitted' | 'decided' | 'days_to_decision' | 'missing' | 'requested'>;

/**
 * Submissions in the period, with their first decision. Joins whole tables, because 100,000 lookups take seconds. `$1`
 * to `$6`: subscriber, time zone, from, to, property, undecided statuses.
 */
const SUBMITTED = `select t.property_id, t.submitted_at, d.at as decided_at, q.trn is not null as requested,
    t.status = any($6) and t.attention @> '[{"kind":"missing"}]' as missing
  from application_status t
  left join (select trn, min(at) as at from application_decision group by trn) d on d.trn = t.trn
  left join (select distinct trn from office_request) q on q.trn = t.trn
  where t.subscriber_id = $1 and t.submitted_at >= ($3::date)::timestamp at time zone $2
    and t.submitted_at < ($4::date + 1)::timestamp at time zone $2 and ($5::int is null or t.property_id = $5)`;

interface Row extends Totals {
  /**
   * 0: a property. 1: submissions in the day, week or month that starts on `day`. 2: decisions in that time. 3: all.
   */
  part: number;
  property_id: number | null;
  day: string | null;
}

export async function sumFigures(db: Db, { unit, ...period }: Period): Promise<Row[]> {
  const dayOf = (at: string) => `date_trunc('${unit}', ${at} at time zone $2)::date`;
  const { rows } = await db.query<Row>(
    `with submitted as materialized (${SUBMITTED}),
     sums as (
       select case when grouping(property_id) = 0 then 0 when grouping(day) = 0 then 1 else 3 end as part, property_id, day,
         count(*)::int as submitted, count(decided_at)::int as decided,
         percentile_cont(0.5) within group (order by extract(epoch from decided_at - submitted_at)) / 86400 as days,
         (count(*) filter (where missing))::int as missing, (count(*) filter (where requested))::int as requested
       from (select *, ${dayOf('submitted_at')} as day from submitted) s group by grouping sets ((), (property_id), (day)))
     select part, property_id, to_char(day, 'YYYY-MM-DD') as day, submitted, decided, round(days::numeric, 1)::float8 as days_to_decision,
       missing, requested from sums
     union all select 2, null, to_char(${dayOf('decided_at')}, 'YYYY-MM-DD'), 0, count(*)::int, null, 0, 0
       from submitted where decided_at is not null group by 3`,
    [
      period.subscriberId,
      period.timeZone,
      period.from,
      period.to,
      period.property ?? null,
      officeStatuses.filter((status) => statusPage(status).isOpen),
    ],
  );
  return rows;
}

export async function listPeriods(db: Db, { from, to, unit }: Period): Promise<string[]> {
  const { rows } = await db.query<{ day: string }>(
    `select to_char(g, 'YYYY-MM-DD') as day
     from generate_series(date_trunc('${unit}', $1::date::timestamp), date_trunc('${unit}', $2::date::timestamp), '1 ${unit}') g order by g`,
    [from, to],
  );
  return rows.map(({ day }) => day);
}

export interface PropertyRow {
  id: number;
  code: string;
  name: string;
}

/** Lists properties with applications, by name. */
export async function listProperties(db: Db, subscriberId: string): Promise<PropertyRow[]> {
  const { rows } = await db.query<PropertyRow>(
    `select p.id, p.code, p.name from property p where p.subscriber_id = $1
       and exists (select from application_status t where t.subscriber_id = $1 and t.property_id = p.id)
     order by p.name limit 1000`,
    [subscriberId],
  );
  return rows;
}

/** Returns a property's id, or -1 if it's unknown. A separate query, so the planner can use the id's statistics. */
export async function findProperty(db: Db, subscriberId: string, code: string): Promise<number> {
  const { rows } = await db.query<{ id: number }>('select id from property where subscriber_id = $1 and code = $2', [
    subscriberId,
    code,
  ]);
  return rows[0]?.id ?? -1;
}
