import type pg from 'pg';
import type { Retention } from '../../model/retention';

export const DAY = 86_400_000;

export type RecordedRule = Retention & { at: Date };

/**
 * Records the rule if it changed. `before` is the replaced rule. `seen` lists the rules that applied in the last 24
 * hours.
 */
export async function recordRule(
  client: pg.PoolClient,
  rule: Retention,
  now: Date,
): Promise<{ before?: RecordedRule; seen: RecordedRule[] }> {
  await client.query('lock table retention_seen in share row exclusive mode');
  const last = (await findLastRules(client))[0];
  const isNew = last?.removeAfterDays !== rule.removeAfterDays || last.noticeDays !== rule.noticeDays;
  if (isNew)
    await client.query('insert into retention_seen (at, remove_after_days, notice_days) values ($1, $2, $3)', [
      now,
      rule.removeAfterDays,
      rule.noticeDays,
    ]);
  const { rows } = await client.query<RecordedRule>(
    `${SEEN} where at >= coalesce((select max(at) from retention_seen where at <= $1), '-infinity') order by at`,
    [new Date(now.getTime() - DAY)],
  );
  return { before: isNew ? last : undefined, seen: rows };
}

const SEEN = 'select at, remove_after_days as "removeAfterDays", notice_days as "noticeDays" from retention_seen';

export async function findLastRules(db: pg.Pool | pg.PoolClient): Promise<RecordedRule[]> {
  return (await db.query<RecordedRule>(`${SEEN} order by at desc limit 1`)).rows;
}

export interface Removals {
  all: number;
  /** Applications that the previous rule would keep. */
  newly: number;
}

export async function countRemovals(
  db: pg.Pool,
  { before, after, now }: { before: Retention; after: Retention; now: Date },
): Promise<Removals> {
  const since = (days: number) => new Date(now.getTime() - days * DAY);
  const { rows } = await db.query<Removals>(
    `select count(*)::int as all, (count(*) filter (where a.active_at >= $2))::int as newly
     from application a where ${UNFINISHED} and a.active_at < $1`,
    [since(after.removeAfterDays), since(before.removeAfterDays)],
  );
  return rows[0] ?? { all: 0, newly: 0 };
}

/** Matches applications that are registered and not submitted, and have no payment that may have succeeded. */
export const UNFINISHED = `a.submitted_at is null and a.account_id is not null
  and not exists (select from payment p where p.trn = a.trn and p.state <> 'declined')`;
