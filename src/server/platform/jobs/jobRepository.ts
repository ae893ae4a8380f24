import type pg from 'pg';

export interface Job {
  id: string;
  kind: string;
  payload: never;
  attempts: number;
  trn: string | null;
}

const leaseSeconds = 60;

/** Seconds. A later job was enqueued by a clock that was ahead. */
const MAX_WAIT = 2 * leaseSeconds * 2 ** 6;

export async function enqueue(
  db: pg.Pool | pg.PoolClient,
  kind: string,
  payload: unknown,
  afterSeconds = 0,
): Promise<void> {
  await db.query('insert into job (kind, payload, run_at) values ($1, $2, now() + make_interval(secs => $3))', [
    kind,
    JSON.stringify(payload),
    afterSeconds,
  ]);
}

/** Only if no other process runs. */
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

export interface FairOrder {
  /** Applications with a running job get no other one. */
  busy: string[];
  /** The latest last. All others come first. */
  served: string[];
}

export async function takeJob(db: pg.Pool, kinds: string[], { busy, served }: FairOrder): Promise<Job | undefined> {
  const { rows } = await db.query<Job>(
    `update job set attempts = attempts + 1, run_at = now() + make_interval(secs => $1 * power(2, least(attempts, 6)))
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
