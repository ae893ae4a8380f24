import type pg from 'pg';
import { isDatabaseOutage, retryDuringOutage } from '../db/outage';
import { runInSpan } from '../tracing/spans';
import { deleteJob, type FairOrder, type Job, repeatSoon, storeError, takeJob } from './jobRepository';

export type JobHandler = (payload: never) => Promise<void>;

export interface Worker {
  wake(): void;
  stop(): Promise<void>;
}

const IDLE_MS = 1000;
/** Milliseconds. Shorter than the lease. */
const OUTAGE_MS = 45_000;
/** Retries last about three days, because another server may be down. */
export const MAX_ATTEMPTS = 75;

export class JobGivenUp extends Error {
  readonly kind: string;
  constructor(
    readonly id: string,
    kind: string,
    cause: unknown,
  ) {
    super(`Job ${id} (${kind}) failed and won't be retried: ${cause}`, { cause });
    this.kind = kind;
  }
}

/**
 * Runs each job at least once, so handlers must be idempotent and finish within the lease. Applications take turns, and
 * each has at most one running job in this worker.
 */
export function startWorker(
  db: pg.Pool,
  handlers: Record<string, JobHandler>,
  report: (error: unknown) => void,
  atOnce = 1,
): Worker {
  const queue = createFairOrder();
  const loops = Array.from({ length: atOnce }, () => startLoop(() => runNextJob(db, handlers, report, queue)));
  return {
    wake() {
      for (const { wake } of loops) wake();
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function startLoop(runNext: () => Promise<boolean>): Worker {
  let stopped = false;
  let isWoken = false;
  let wake = (): void => {};
  const sleep = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, isWoken ? 0 : IDLE_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  async function loop(): Promise<void> {
    while (!stopped) {
      isWoken = false;
      if (!(await runNext())) await sleep();
    }
  }
  const running = loop();
  const call = (): void => {
    // Without this, a wake-up during the query would have no effect.
    isWoken = true;
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

export async function runDueJobs(
  db: pg.Pool,
  handlers: Record<string, JobHandler>,
  report: (error: unknown) => void,
): Promise<void> {
  const queue = createFairOrder();
  while (await runNextJob(db, handlers, report, queue));
}

async function runNextJob(
  db: pg.Pool,
  handlers: Record<string, JobHandler>,
  report: (error: unknown) => void,
  queue: JobQueue,
): Promise<boolean> {
  const job = await queue.take((order) => takeJob(db, Object.keys(handlers), order)).catch(report);
  if (!job) return false;
  try {
    // The last attempt ended without storing its result.
    if (job.attempts > MAX_ATTEMPTS) throw new Error('The process ended, or the database was unavailable');
    await runInSpan(`job ${job.kind}`, { 'job.id': job.id, 'job.tries': job.attempts }, async () =>
      handlers[job.kind]?.(job.payload),
    );
    // A finished job must not run again when its lease ends.
    await retryDuringOutage(() => deleteJob(db, job), OUTAGE_MS);
  } catch (error) {
    const isGivenUp = job.attempts >= MAX_ATTEMPTS;
    report(isGivenUp ? new JobGivenUp(job.id, job.kind, error) : error);
    const store = () =>
      isDatabaseOutage(error as Error) ? repeatSoon(db, job) : storeError(db, job, error, isGivenUp);
    await retryDuringOutage(store, OUTAGE_MS).catch(report);
  } finally {
    queue.done(job);
  }
  return true;
}

interface JobQueue {
  /** Runs one query at a time, so that two loops never run jobs of the same application at once. */
  take(find: (order: FairOrder) => Promise<Job | undefined>): Promise<Job | undefined>;
  done(job: Job): void;
}

const MAX_SERVED = 500;

function createFairOrder(): JobQueue {
  const busy = new Set<string>();
  const served = new Set<string>();
  let looking: Promise<unknown> = Promise.resolve();
  async function takeNow(find: (order: FairOrder) => Promise<Job | undefined>): Promise<Job | undefined> {
    const job = await find({ busy: [...busy], served: [...served].slice(-MAX_SERVED) });
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
      for (const oldest of served) if (served.size > MAX_SERVED) served.delete(oldest);
    },
  };
}
