import { createHash } from 'node:crypto';
import { type FileTask, runInProcess as work } from '../../src/server/platform/files/workerProcess';

export { FileFault, WorkerOverdue } from '../../src/server/platform/files/workerProcess';

/**
 * Replaces `src/server/platform/files/workerProcess` in tests that upload files without testing how they're read
 * (vite.config.ts). Each content is read once per run, then the result is reused. Failures are retried.
 */
export async function runInProcess<Answer>(task: FileTask): Promise<Answer> {
  const key = keyOf(task);
  const known = answers.get(key);
  const answer = known ?? work(task);
  answers.set(key, answer);
  // A copy that callers can change, as if from a process. `work` guarantees the type.
  return answer.then(
    (answer) => structuredClone(answer) as Answer,
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
