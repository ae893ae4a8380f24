import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { findRoot } from '../root';

const WATCH_MS = 50;
const MOST_GROWTH = 700e6;

/** Thrown when a worker was ended because it took too long or too much memory. */
export class WorkerBound extends Error {}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs one of `workers/*.mjs` over hostile bytes, one at a time per process, with a deadline and a memory bound,
 * and resolves with the one message it posts. Resource limits do not bound array buffers, hence the watch on RSS.
 */
export function runWorker<Answer>(name: string, content: Buffer, deadlineMs: number): Promise<Answer> {
  const turn = last.then(() => work<Answer>(name, content, deadlineMs));
  last = turn.catch(() => {});
  return turn;
}

function work<Answer>(name: string, content: Buffer, deadlineMs: number): Promise<Answer> {
  const copy = new Uint8Array(content);
  const worker = new Worker(path.join(findRoot(), 'src/server/checks/workers', `${name}.mjs`), {
    workerData: copy,
    transferList: [copy.buffer],
    env: {},
    execArgv: [],
    stderr: true,
    stdout: true,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
  return new Promise<Answer>((resolve, reject) => {
    const start = process.memoryUsage.rss();
    const deadline = setTimeout(() => reject(new WorkerBound(`${name} took over ${deadlineMs} ms`)), deadlineMs);
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - start > MOST_GROWTH) reject(new WorkerBound(`${name} took too much memory`));
    }, WATCH_MS);
    worker.once('message', resolve).once('error', reject);
    worker.once('exit', (code) => {
      clearTimeout(deadline);
      clearInterval(watch);
      reject(new WorkerBound(`${name} ended with ${code}`));
    });
  }).finally(() => worker.terminate());
}
