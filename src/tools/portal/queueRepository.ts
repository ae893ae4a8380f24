import type pg from 'pg';

interface ListedJob {
  job: string;
  kind: string;
  application: string | null;
  state: 'waiting' | 'running' | 'failing' | 'failed';
  attempts: number;
  run_at: Date;
  first_tried_at: Date | null;
  error: string | null;
}

const JOB_STATE = `case when j.given_up_at is not null then 'failed' when j.error is not null then 'failing'
  when j.attempts > 0 then 'running' else 'waiting' end`;

/** Lists up to 500 jobs, oldest first. A filter that's undefined matches every job. */
export async function listJobs(db: pg.Pool, filters: { kind?: string; state?: string }): Promise<ListedJob[]> {
  const { rows } = await db.query<ListedJob>(
    `select j.id as job, j.kind, a.application_number::text as application, ${JOB_STATE} as state, j.attempts, j.run_at, j.first_tried_at, j.error
     from job j left join application a on a.trn = j.payload->>'trn'
     where ($1::text is null or j.kind = $1) and ($2::text is null or ${JOB_STATE} = $2)
     order by coalesce(j.first_tried_at, j.run_at), j.id limit 500`,
    [filters.kind ?? null, filters.state ?? null],
  );
  return rows;
}

/** Retries failing and failed jobs: one job, one kind, or all of them. Returns how many. */
export async function retryJobs(db: pg.Pool, { job, kind }: { job?: string; kind?: string }): Promise<number> {
  const { rowCount } = await db.query(
    `update job set run_at = now(), attempts = 0, given_up_at = null
     where error is not null and ($1::bigint is null or id = $1) and ($2::text is null or kind = $2)`,
    [job ?? null, kind ?? null],
  );
  return rowCount ?? 0;
}

/** Deletes a failing or failed job. Returns its kind, or undefined if there's no such job. */
export async function dropJob(db: pg.Pool, job: string): Promise<string | undefined> {
  const { rows } = await db.query<{ kind: string }>(
    'delete from job where id = $1 and error is not null returning kind',
    [job],
  );
  return rows[0]?.kind;
}
