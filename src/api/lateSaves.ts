import { createStore } from '../model/createStore';

const { set, subscribe } = createStore(undefined);

/** Call whenever a save is waiting for the server's database. */
export function reportLateSave(): void {
  set(undefined);
}

/** Calls `listener` for each late save. Returns an unsubscribe function. */
export const watchLateSaves = subscribe;
