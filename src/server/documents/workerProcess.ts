import { type ChildProcess, fork } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { findRoot } from '../config';

const MOST_BYTES = 800e6;
const MOST_HEAP_MB = 512;
/** Behind the server itself, not so far that a busy machine would let a good file run into its deadline. */
const PRIORITY = 5;

/** So many times its deadline may pass while others have the processor. */
const MOST_WAITS = 4;

/** Thrown when the file is what is wrong: its decoder refused it, or was ended because it took too long or too much memory. */
export class FileFault extends Error {}

export interface FileWork {
  /** One of `workers/*.mjs`. */
  name: string;
  content: Buffer;
  /** Of the processor's time. */
  deadlineMs: number;
  options?: Record<string, unknown>;
}

/**
 * One piece of work in a process that ends with it. A process and not a thread: it can be ended within any decoder, its memory is counted
 * apart, and a crash is its own. Rejects with `FileFault`.
 */
export function workInProcess<Answer>({ name, content, options, deadlineMs }: FileWork): Promise<Answer> {
  const longestMs = deadlineMs * MOST_WAITS;
  const child = fork(
    path.join(findRoot(), 'src/server/documents/workers/run.mjs'),
    [`${MOST_BYTES}`, `${deadlineMs}`, `${longestMs}`],
    {
      serialization: 'advanced',
      env: {},
      execArgv: [`--max-old-space-size=${MOST_HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  );
  stepBack(child);
  return new Promise<Answer>((resolve, reject) => {
    const late = () => reject(new FileFault(`${name} took over ${deadlineMs} ms`));
    const deadline = setTimeout(late, longestMs);
    child.once('message', (message: { answer: Answer } | { error: string }) => {
      if ('error' in message) reject(new FileFault(message.error));
      else resolve(message.answer);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(deadline);
      if (signal === 'SIGTERM') return late();
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
