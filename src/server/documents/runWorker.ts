import { createFairQueue } from '../jobs/fairQueue';
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
