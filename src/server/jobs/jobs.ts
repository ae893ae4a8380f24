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
  /** The application it is for, where it is for one. */
  trn: string | null;
}

const leaseSeconds = 60;
const idleMilliseconds = 1000;
/** In seconds: the longest that a job waits. One that is due later was put there by a clock that was ahead. */
const mostWait = 2 * leaseSeconds * 2 ** 6;
/** After so many a job is left alone; written out where work is looked for, as in the index of migration 134. */
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

/** Makes due at once what was leased when its process died. Only for who knows that no other process is at work. */
export async function releaseJobs(db: pg.Pool): Promise<void> {
  await db.query('update job set run_at = now() where attempts > 0 and error is null and run_at > now()');
}

/**
 * Does the jobs of the given kinds, `atOnce` at a time, at least once each: a handler must bear being run twice and
 * be done within the lease. A failed job comes back later, each time after twice the wait. Applications take turns, however many jobs
 * one of them has, and none has two of them done at once.
 */
export function startWorker(
  db: pg.Pool,
  handlers: Record<string, JobHandler>,
  report: (error: unknown) => void,
  atOnce = 1,
): Worker {
  const turns = createTurns();
  const loops = Array.from({ length: atOnce }, () => startLoop(() => doOne(db, handlers, report, turns)));
  return {
    wake() {
      for (const { wake } of loops) wake();
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function startLoop(doNext: () => Promise<boolean>): Worker {
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
      if (!(await doNext())) await sleep();
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
  const turns = createTurns();
  while (await doOne(db, handlers, report, turns));
}

async function doOne(
  db: pg.Pool,
  handlers: Record<string, JobHandler>,
  report: (error: unknown) => void,
  turns: Turns,
): Promise<boolean> {
  const job = await turns.take((order) => takeJob(db, Object.keys(handlers), order)).catch(report);
  if (!job) return false;
  try {
    await handlers[job.kind]?.(job.payload);
    await db.query('delete from job where id = $1', [job.id]);
  } catch (error) {
    report(error);
    await db.query('update job set error = $2 where id = $1', [job.id, String(error)]).catch(report);
  } finally {
    turns.done(job);
  }
  return true;
}

interface Order {
  /** Applications that a job is being done for: none of them has another one now. */
  busy: string[];
  /** Those that had one lately, the latest last: all others come before them. */
  served: string[];
}

interface Turns {
  /** Has `find` look for a job in fair order; one look at a time, so that two never take from one application. */
  take(find: (order: Order) => Promise<Job | undefined>): Promise<Job | undefined>;
  done(job: Job): void;
}

const mostRemembered = 500;

function createTurns(): Turns {
  const busy = new Set<string>();
  const served = new Set<string>();
  let looking: Promise<unknown> = Promise.resolve();
  async function takeNow(find: (order: Order) => Promise<Job | undefined>): Promise<Job | undefined> {
    const job = await find({ busy: [...busy], served: [...served].slice(-mostRemembered) });
    if (job?.trn) {
      busy.add(job.trn);
      served.delete(job.trn);
      served.add(job.trn);
    }
    return job;
  }
  return {
    take(find) {
      const taken = looking.then(() => takeNow(find));
      looking = taken.catch(() => {});
      return taken;
    },
    done({ trn }) {
      if (trn) busy.delete(trn);
      for (const oldest of served) if (served.size > mostRemembered) served.delete(oldest);
    },
  };
}

async function takeJob(db: pg.Pool, kinds: string[], { busy, served }: Order): Promise<Job | undefined> {
  const { rows } = await db.query<Job>(
    `update job set attempts = attempts + 1, run_at = now() + make_interval(secs => $1 * power(2, least(attempts, 6)))
     where id = (select id from job where (run_at <= now() or run_at > now() + make_interval(secs => $5))
                   and attempts < ${mostAttempts} and kind = any($2)
                   and coalesce(payload->>'trn', '') <> all($3::text[])
                 order by coalesce(array_position($4::text[], payload->>'trn'), 0), run_at for update skip locked limit 1)
     returning id, kind, payload, payload->>'trn' as trn`,
    [leaseSeconds, kinds, busy, served, mostWait],
  );
  return rows[0];
}
