import { type ChildProcess, fork } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { findRoot } from '../config';

const MAX_BYTES = 800e6;
const MAX_HEAP_MB = 512;
const PRIORITY = 1;
const QUEUED_PRIORITY = 10;

/** Maximum wall-clock time, in multiples of the CPU deadline. */
const MAX_WAITS = 4;

/** Signal that a worker sends to itself (workers/run.mjs). */
const OVERDUE = 'SIGALRM';
/** Milliseconds to wait for the worker's own signal. */
const REPORT_MS = 1_000;

/** The decoder rejected the file, or used too much time or memory. */
export class FileFault extends Error {}

export class WorkerOverdue extends Error {}

export interface FileTask {
  name: string;
  content: Buffer;
  /** Milliseconds of CPU time. */
  deadlineMs: number;
  options?: Record<string, unknown>;
  /** Marks background work. It's never refused and has lower priority. */
  isQueued?: boolean;
}

/** Decodes a file in a separate process, because a decoder may crash or hang. */
export function runInProcess<Answer>(
  { name, content, options, deadlineMs, isQueued }: FileTask,
  start: typeof fork = fork,
): Promise<Answer> {
  const longestMs = deadlineMs * MAX_WAITS;
  const child = start(
    path.join(findRoot(), 'src/server/platform/files/workers/run.mjs'),
    [`${MAX_BYTES}`, `${deadlineMs}`, `${longestMs}`],
    {
      serialization: 'advanced',
      env: {},
      execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  );
  lowerPriority(child, isQueued ? QUEUED_PRIORITY : PRIORITY);
  return new Promise<Answer>((resolve, reject) => {
    const deadline = setTimeout(() => reject(overdue()), longestMs + REPORT_MS);
    child.once('message', (message: { answer: Answer } | { error: string } | { failure: string }) => {
      if ('failure' in message) reject(new Error(`${name} can't be loaded: ${message.failure}`));
      else if ('error' in message) reject(new FileFault(message.error));
      else resolve(message.answer);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(deadline);
      // An answer may arrive after the exit, but not after the channel has closed.
      if (child.connected) child.once('disconnect', () => reject(causeOfExit(code, signal)));
      else reject(causeOfExit(code, signal));
    });
    // The exit handler reports failures.
    child.send({ name, content, options }, () => {});
  }).finally(() => end(child));

  function causeOfExit(code: number | null, signal: NodeJS.Signals | null): Error {
    if (signal === OVERDUE) return overdue();
    if (signal === 'SIGTERM') return new FileFault(`${name} took more than ${deadlineMs} ms`);
    return signal ? new FileFault(`${name} used too much memory`) : new Error(`${name} ended with ${code}`);
  }

  function overdue(): WorkerOverdue {
    return new WorkerOverdue(`${name} got too little CPU time in ${longestMs} ms`);
  }
}

function lowerPriority({ pid }: ChildProcess, priority: number): void {
  try {
    if (pid !== undefined) os.setPriority(pid, priority);
  } catch {
    // The process ended, or priorities aren't supported.
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
