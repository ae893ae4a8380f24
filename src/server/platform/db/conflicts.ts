import { setTimeout as wait } from 'node:timers/promises';

/** A serialization failure or a deadlock. Both roll back the transaction. */
const CONFLICT = /^(40001|40P01)$/;
const MAX_TRIES = 10;
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
