import { refuse } from '../http/errors';
import { FileFault, type FileTask, runInProcess, WorkerOverdue } from './workerProcess';

/** For `catch`. Returns `instead` if the file is at fault, and rethrows any other error. */
export function onFault<T>(instead: T) {
  return (cause: unknown): T => {
    if (cause instanceof FileFault) return instead;
    throw cause;
  };
}

/** Limits memory, because each process needs up to 800 MB. */
export const fileQueue = createFairQueue({ atOnce: 2, perAccount: 12, total: 48 });

/** Text recognition takes seconds per page and a lot of memory, so only one page is read at a time. */
const pageQueue = createFairQueue({ atOnce: 1, perAccount: 1, total: 48 });

interface WorkerTask extends FileTask {
  account: string;
  isPage?: boolean;
}

/**
 * Decodes an untrusted file. Can reject with `FileFault`, `ownFilesWait` or `busy`. A background task rejects with
 * `WorkerOverdue` instead of `busy`, so that its job is retried.
 */
export function runWorker<Answer>(task: WorkerTask): Promise<Answer> {
  const answer = (task.isPage ? pageQueue : fileQueue).run(
    task.account,
    () => runInProcess<Answer>(task),
    task.isQueued,
  );
  return task.isQueued ? answer : answer.catch(refuseIfOverdue);
}

function refuseIfOverdue(cause: unknown): never {
  if (cause instanceof WorkerOverdue) throw refuse('busy', { retryAfter: RETRY_AFTER });
  throw cause;
}

interface FairQueue {
  run<T>(account: string, work: () => Promise<T>, isQueued?: boolean): Promise<T>;
}

export interface QueueLimits {
  /** Tasks that run at the same time, at most one per account. */
  atOnce: number;
  perAccount: number;
  total: number;
}

interface Waiting {
  start(): void;
  /** Undefined for background tasks, because they're never refused. */
  reject?: (error: Error) => void;
}

const RETRY_AFTER = 10;

/**
 * Each account has its own line, and the lines take turns. If the queue is full, a new task may replace the last task
 * in the longest line.
 */
export function createFairQueue({ atOnce, perAccount: ofOne, total: ofAll }: QueueLimits): FairQueue {
  /** Waiting tasks by account, in the order of their turns. */
  const lines = new Map<string, Waiting[]>();
  const running = new Set<string>();

  function startNext(): void {
    for (const [account, line] of lines) {
      if (running.size >= atOnce) return;
      if (running.has(account)) continue;
      lines.delete(account);
      const next = line.shift();
      if (line.length > 0) lines.set(account, line);
      running.add(account);
      next?.start();
    }
  }

  function done(account: string): void {
    running.delete(account);
    const line = lines.get(account);
    if (line) {
      lines.delete(account);
      lines.set(account, line);
    }
    startNext();
  }

  function makeRoom(account: string): void {
    const own = lines.get(account)?.length ?? 0;
    if (own >= ofOne) throw refuse('ownFilesWait', { retryAfter: RETRY_AFTER });
    const all = [...lines.values()];
    if (all.reduce((sum, line) => sum + line.length, 0) < ofAll) return;
    const longest = all.reduce((one, other) => (other.length > one.length ? other : one));
    const last = longest.findLastIndex((one) => one.reject);
    if (longest.length <= own + 1 || last < 0) throw refuse('busy', { retryAfter: RETRY_AFTER });
    for (const { reject } of longest.splice(last, 1)) reject?.(refuse('busy', { retryAfter: RETRY_AFTER }));
  }

  return {
    async run(account, work, isQueued = false) {
      if (!isQueued) makeRoom(account);
      await new Promise<void>((start, reject) => {
        const line = lines.get(account) ?? [];
        line.push(isQueued ? { start } : { start, reject });
        lines.set(account, line);
        startNext();
      });
      return work().finally(() => done(account));
    },
  };
}
