import { refuse } from '../http/errors';
import { FileFault, type FileWork, workInProcess } from './workerProcess';

/** For a `catch`: gives `instead` when the file is what is wrong. Throws anything else on, a full queue's refusal among it. */
export function onFault<T>(instead: T) {
  return (cause: unknown): T => {
    if (cause instanceof FileFault) return instead;
    throw cause;
  };
}

/**
 * The turns for whatever decodes an applicant's file: pictures, PDFs, HEIC, barcodes. Two at once bound the memory, and leave a stranger
 * a place next to the slowest file; each that waits holds up to 10 MB.
 */
export const turns = createFairQueue({ atOnce: 2, ofOne: 12, ofAll: 48 });

/** Reading off pictures takes seconds a page and half a gigabyte: one at a time, and nobody's upload waits behind it. */
const pageTurns = createFairQueue({ atOnce: 1, ofOne: 1, ofAll: 48 });

interface WorkerTask extends FileWork {
  /** Whose file it is: accounts take turns. */
  account: string;
  /** Waits however long the line is, as a job may whose caller is gone. */
  isPatient?: boolean;
  /** Waits among pages of pictures, apart from all that is quicker. */
  isPage?: boolean;
}

/**
 * Does a task over hostile bytes in a process of its own, when it is its account's turn, with a deadline and a memory bound, and behind
 * everything else in the use of the processor. Rejects with `FileFault` or the queue's refusals.
 */
export function runWorker<Answer>(task: WorkerTask): Promise<Answer> {
  return (task.isPage ? pageTurns : turns).run(task.account, () => workInProcess<Answer>(task), task.isPatient);
}

interface FairQueue {
  /**
   * Does `work` when it is the turn of `account`, and settles as it does. Throws `ownFilesWait` when the account has as much waiting as
   * it may, and `busy` when everybody together has. `isPatient` work is taken always: who brings it has a bound of its own.
   */
  run<T>(account: string, work: () => Promise<T>, isPatient?: boolean): Promise<T>;
}

export interface QueueBounds {
  /** Done at once, all accounts together; one account has one of them at most. */
  atOnce: number;
  /** Waiting of one account. */
  ofOne: number;
  /** Waiting of all accounts. */
  ofAll: number;
}

interface Waiting {
  start(): void;
  /** Undefined where it must not be turned away. */
  turnAway?: (error: Error) => void;
}

/** Seconds after which a caller that was turned away may find room. */
const ROOM_AFTER = 10;

/**
 * Costly work in turns: whoever was served longest ago comes next, however much others have waiting. When the queue is full, a newcomer
 * takes the place of the last one in the longest line, so that no account can fill the queue against the others.
 */
export function createFairQueue({ atOnce, ofOne, ofAll }: QueueBounds): FairQueue {
  /** Lines in the order of their turns; an account that was just served goes to the end. */
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

  /** Throws unless there is room for one more of `account`, or another's can be turned away for it. */
  function makeRoom(account: string): void {
    const own = lines.get(account)?.length ?? 0;
    if (own >= ofOne) throw refuse('ownFilesWait', { retryAfter: ROOM_AFTER });
    const all = [...lines.values()];
    if (all.reduce((sum, line) => sum + line.length, 0) < ofAll) return;
    const longest = all.reduce((one, other) => (other.length > one.length ? other : one));
    const last = longest.findLastIndex((one) => one.turnAway);
    if (longest.length <= own + 1 || last < 0) throw refuse('busy', { retryAfter: ROOM_AFTER });
    for (const { turnAway } of longest.splice(last, 1)) turnAway?.(refuse('busy', { retryAfter: ROOM_AFTER }));
  }

  return {
    async run(account, work, isPatient = false) {
      if (!isPatient) makeRoom(account);
      await new Promise<void>((start, turnAway) => {
        const line = lines.get(account) ?? [];
        line.push(isPatient ? { start } : { start, turnAway });
        lines.set(account, line);
        startNext();
      });
      return work().finally(() => done(account));
    },
  };
}
