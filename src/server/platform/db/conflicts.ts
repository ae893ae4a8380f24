import { setTimeout as wait } from 'node:timers/promises';

/** A serialization failure or a deadlock: nothing of the transaction was applied. */
const CONFLICT = /^(40001|40P01)$/;
const MAX_TRIES = 10;
/** Milliseconds, times the number of tries. */
const PAUSE = 20;

/** Runs a transaction or a single statement again if the database gave it up in favor of another. Rejects as the last try does. */
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
