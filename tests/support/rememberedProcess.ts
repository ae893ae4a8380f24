import { createHash } from 'node:crypto';
import { type FileTask, runInProcess as work } from '../../src/server/platform/files/workerProcess';

export { FileFault, WorkerOverdue } from '../../src/server/platform/files/workerProcess';

/**
 * Takes the place of `src/server/platform/files/workerProcess` where a test uploads files and the reading of them is not what it tests
 * (vite.config.ts): a process reads each content once in a run of the tests, and what it answered is given for the same content again.
 * What it refused, or did not answer in time, is tried anew.
 */
export async function runInProcess<Answer>(task: FileTask): Promise<Answer> {
  const key = keyOf(task);
  const known = answers.get(key);
  const answer = known ?? work(task);
  answers.set(key, answer);
  // A copy that callers can change, as if from a process. `work` guarantees the type.
  return answer.then(
    (given) => structuredClone(given) as Answer,
    (cause) => {
      answers.delete(key);
      throw cause;
    },
  );
}

const answers = new Map<string, Promise<unknown>>();

function keyOf({ name, content, options }: FileTask): string {
  return createHash('sha256')
    .update(content)
    .update(JSON.stringify([name, options]))
    .digest('hex');
}
