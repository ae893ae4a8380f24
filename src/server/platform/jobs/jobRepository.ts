import type pg from 'pg';

export interface Job {
  id: string;
  kind: string;
  payload: never;
  attempts: number;
  trn: string | null;
}

const leaseSeconds = 60;

const DELAY_SECONDS = 15 * 60;

/** Seconds. Jobs due later were enqueued while the clock was ahead. */
const MAX_WAIT = 2 * leaseSeconds * 2 ** 6;

export async function enqueue(
  db: pg.Pool | pg.PoolClient,
  kind: string,
  payload: unknown,
  afterSeconds = 0,
  firstTriedAt?: Date,
): Promise<void> {
  await db.query(
    'insert into job (kind, payload, run_at, first_tried_at) values ($1, $2, now() + make_interval(secs => $3), $4)',
    [kind, JSON.stringify(payload), afterSeconds, firstTriedAt ?? null],
  );
}

export async function enqueueEach(db: pg.PoolClient, kinds: readonly string[], payload: unknown): Promise<void> {
  if (kinds.length === 0) return;
  await db.query('insert into job (kind, payload, run_at) select kind, $2, now() from unnest($1::text[]) kind', [
    kinds,
    JSON.stringify(payload),
  ]);
}

export async function insertFailedJob(db: pg.Pool, kind: string, payload: unknown, error: string): Promise<void> {
  await db.query(
    `insert into job (kind, payload, error, attempts, first_tried_at, given_up_at)
     values ($1, $2, $3, 1, now() - make_interval(secs => $4), now())`,
    [kind, JSON.stringify(payload), error, DELAY_SECONDS],
  );
}

/** Makes interrupted jobs due. Call this only if no other process is running. */
export async function releaseJobs(db: pg.Pool): Promise<void> {
  await db.query('update job set run_at = now() where attempts > 0 and error is null and run_at > now()');
}

export async function storeError(db: pg.Pool, { id }: Job, error: unknown, isGivenUp: boolean): Promise<void> {
  await db.query('update job set error = $2, given_up_at = case when $3 then now() end where id = $1', [
    id,
    String(error),
    isGivenUp,
  ]);
}

/** Retries in 5 seconds, because the database was unavailable. */
export async function repeatSoon(db: pg.Pool, { id }: Job): Promise<void> {
  await db.query("update job set run_at = now() + interval '5 seconds' where id = $1", [id]);
}

export interface FairOrder {
  busy: string[];
  /** Recently served applications, latest last. Other applications come first. */
  served: string[];
}

export async function takeJob(db: pg.Pool, kinds: string[], { busy, served }: FairOrder): Promise<Job | undefined> {
  const { rows } = await db.query<Job>(
    `update job set attempts = attempts + 1, first_tried_at = coalesce(first_tried_at, now()), run_at = now() + make_interval(secs => $1 * power(2, least(attempts, 6)))
     where id = (select id from job where (run_at <= now() or run_at > now() + make_interval(secs => $5))
                   and given_up_at is null and kind = any($2)
                   and coalesce(payload->>'trn', '') <> all($3::text[])
                 order by coalesce(array_position($4::text[], payload->>'trn'), 0), run_at for update skip locked limit 1)
     returning id, kind, payload, attempts, payload->>'trn' as trn`,
    [leaseSeconds, kinds, busy, served, MAX_WAIT],
  );
  return rows[0];
}

export async function deleteJob(db: pg.Pool, { id }: Pick<Job, 'id'>): Promise<void> {
  await db.query('delete from job where id = $1', [id]);
}

export interface DelayedJob {
  id: string;
  kind: string;
  trn: string | null;
  attempts: number;
  error: string | null;
}

export async function markDelayed(db: pg.Pool, names: Record<string, string>): Promise<DelayedJob[]> {
  const { rows } = await db.query<DelayedJob>(
    `update job set told_at = now(), delay = $1::jsonb ->> kind
     where told_at is null and first_tried_at is not null and first_tried_at <= now() - make_interval(secs => $2)
     returning id, kind, payload->>'trn' as trn, attempts, error`,
    [JSON.stringify(names), DELAY_SECONDS],
  );
  return rows;
}

export interface JobCounts {
  kind: string;
  waiting: number;
  failing: number;
  failed: number;
  oldest: number;
}

export async function countJobs(db: pg.Pool): Promise<JobCounts[]> {
  const { rows } = await db.query<JobCounts>(
    `select kind, count(*) filter (where given_up_at is null)::int as waiting,
       count(*) filter (where given_up_at is null and error is not null)::int as failing,
       count(*) filter (where given_up_at is not null)::int as failed,
       greatest(0, coalesce(extract(epoch from now() - min(coalesce(first_tried_at, run_at)) filter (where given_up_at is null)), 0))::float8 as oldest
     from job group by kind order by kind`,
  );
  return rows;
}
