import { createStore } from '../model/createStore';

const { set, subscribe } = createStore(undefined);

/** Called whenever a save waits for the database of the server. */
export function noteLateSave(): void {
  set(undefined);
}

/** Calls `listener` while a save is late. Returns an unsubscribe function. */
export const watchLateSaves = subscribe;
