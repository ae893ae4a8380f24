import { setTimeout as wait } from 'node:timers/promises';

/** Codes of a serialization failure and a deadlock, which roll back the transaction. */
const CONFLICT = /^(40001|40P01)$/;
const MAX_TRIES = 10;
/** Milliseconds. The maximum wait is `PAUSE` times the number of attempts. */
const PAUSE = 20;

/** Repeats a transaction or statement that a conflict aborted. Rejects after ten attempts, or with any other error. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === MAX_TRIES || !CONFLICT.test(String((error as { code?: unknown }).code))) throw error;
      await wait(Math.random() * PAUSE * tries);
    }
  }
}
