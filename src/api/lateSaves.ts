import { createStore } from '../model/createStore';

const { set, subscribe } = createStore(undefined);

/** Call whenever a save is waiting for the server's database. */
export function reportLateSave(): void {
  set(undefined);
}

/** Calls `listener` while a save is late. Returns an unsubscribe function. */
export const watchLateSaves = subscribe;
