import type pg from 'pg';

export type JobHandler = (payload: never) => Promise<void>;

export interface Worker {
  /** Looks for work at once instead of at the next turn. */
  wake(): void;
  stop(): Promise<void>;
}

interface Job {
  id: string;
  kind: string;
  payload: never;
}

const leaseSeconds = 60;
const idleMilliseconds = 1000;
/** After so many a job is left alone. */
export const mostAttempts = 10;

/** Puts work into the job table, due `afterSeconds` from now; given the client of a transaction, it is done only if that commits. */
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

/** Makes due at once what was lent out when its process died. Only for who knows that no other process is at work. */
export async function releaseJobs(db: pg.Pool): Promise<void> {
  await db.query('update job set run_at = now() where attempts > 0 and error is null and run_at > now()');
}

/**
 * Does the jobs of the given kinds, one after another, at least once each: a handler must bear being run twice and
 * be done within the lease. A failed job comes back later, each time after twice the wait.
 */
export function startWorker(
  db: pg.Pool,
  handlers: Record<string, JobHandler>,
  report: (error: unknown) => void,
): Worker {
  let stopped = false;
  let isCalled = false;
  let wake = (): void => {};
  const sleep = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, isCalled ? 0 : idleMilliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  async function loop(): Promise<void> {
    while (!stopped) {
      isCalled = false;
      if (!(await doOne(db, handlers, report))) await sleep();
    }
  }
  const running = loop();
  const call = (): void => {
    // Called while it looks for the last time, it would sleep on what it was called for.
    isCalled = true;
    wake();
  };
  return {
    wake: call,
    stop() {
      stopped = true;
      call();
      return running;
    },
  };
}

/** Does every job that is due now. For tests and the command line. */
export async function drainJobs(
  db: pg.Pool,
  handlers: Record<string, JobHandler>,
  report: (error: unknown) => void,
): Promise<void> {
  while (await doOne(db, handlers, report));
}

async function doOne(
  db: pg.Pool,
  handlers: Record<string, JobHandler>,
  report: (error: unknown) => void,
): Promise<boolean> {
  const job = await takeJob(db, Object.keys(handlers)).catch(report);
  if (!job) return false;
  try {
    await handlers[job.kind]?.(job.payload);
    await db.query('delete from job where id = $1', [job.id]);
  } catch (error) {
    report(error);
    await db.query('update job set error = $2 where id = $1', [job.id, String(error)]).catch(report);
  }
  return true;
}

async function takeJob(db: pg.Pool, kinds: string[]): Promise<Job | undefined> {
  const { rows } = await db.query<Job>(
    `update job set attempts = attempts + 1, run_at = now() + make_interval(secs => $1 * power(2, least(attempts, 6)))
     where id = (select id from job where run_at <= now() and attempts < $3 and kind = any($2)
                 order by run_at for update skip locked limit 1)
     returning id, kind, payload`,
    [leaseSeconds, kinds, mostAttempts],
  );
  return rows[0];
}
