import { type ChildProcess, fork } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { findRoot } from '../config';
import { createFairQueue } from '../jobs/fairQueue';

const MOST_BYTES = 800e6;
const MOST_HEAP_MB = 512;
/** Behind the server itself, not so far that a busy machine would let a good file run into its deadline. */
const PRIORITY = 5;

/** Thrown when the file is what is wrong: its decoder refused it, or was ended because it took too long or too much memory. */
export class FileFault extends Error {}

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

export interface WorkerTask {
  /** One of `workers/*.mjs`. */
  name: string;
  content: Buffer;
  deadlineMs: number;
  /** Whose file it is: accounts take turns. */
  account: string;
  options?: Record<string, unknown>;
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
  return (task.isPage ? pageTurns : turns).run(task.account, () => work<Answer>(task), task.isPatient);
}

/** A process and not a thread: it can be ended within any decoder, its memory is counted apart, and a crash is its own. */
function work<Answer>({ name, content, options, deadlineMs }: WorkerTask): Promise<Answer> {
  const child = fork(
    path.join(findRoot(), 'src/server/documents/workers/run.mjs'),
    [`${MOST_BYTES}`, `${deadlineMs}`],
    {
      serialization: 'advanced',
      env: {},
      execArgv: [`--max-old-space-size=${MOST_HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  );
  stepBack(child);
  return new Promise<Answer>((resolve, reject) => {
    const deadline = setTimeout(() => reject(new FileFault(`${name} took over ${deadlineMs} ms`)), deadlineMs);
    child.once('message', (message: { answer: Answer } | { error: string }) => {
      if ('error' in message) reject(new FileFault(message.error));
      else resolve(message.answer);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(deadline);
      reject(new FileFault(signal ? `${name} took too much memory` : `${name} ended with ${code}`));
    });
    // A process that ends before it has read all of it says so by its exit.
    child.send({ name, content, options }, () => {});
  }).finally(() => end(child));
}

function stepBack({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) os.setPriority(pid, PRIORITY);
  } catch {
    // It has ended already, or this system has no priorities; the bounds hold without.
  }
}

/** Resolves when its memory is free, so that the next one does not come on top of it. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
