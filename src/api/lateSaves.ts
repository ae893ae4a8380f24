import { createStore } from '../model/createStore';

const { set, subscribe } = createStore(undefined);

/** Call this when a save waits because the server's database is unavailable. */
export function reportLateSave(): void {
  set(undefined);
}

/** Calls `listener` at least once for each late save. Returns an unsubscribe function. */
export const watchLateSaves = subscribe;
