import { type ChildProcess, fork } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { findRoot } from '../config';

const MAX_BYTES = 800e6;
const MAX_HEAP_MB = 512;
const PRIORITY = 5;

/** Deadlines that may pass while others have the processor. */
const MAX_WAITS = 4;

/** Refused by the decoder, or over the limits. */
export class FileFault extends Error {}

export interface FileTask {
  name: string;
  content: Buffer;
  /** Processor time. */
  deadlineMs: number;
  options?: Record<string, unknown>;
}

/** A process can be killed inside any decoder, and may crash. */
export function runInProcess<Answer>({ name, content, options, deadlineMs }: FileTask): Promise<Answer> {
  const longestMs = deadlineMs * MAX_WAITS;
  const child = fork(
    path.join(findRoot(), 'src/server/platform/files/workers/run.mjs'),
    [`${MAX_BYTES}`, `${deadlineMs}`, `${longestMs}`],
    {
      serialization: 'advanced',
      env: {},
      execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  );
  lowerPriority(child);
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
    // The exit reports failures.
    child.send({ name, content, options }, () => {});
  }).finally(() => end(child));
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) os.setPriority(pid, PRIORITY);
  } catch {
    // It has ended, or priorities are unsupported.
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
