import { useState, useSyncExternalStore } from 'react';
import { createStore } from '../../model/createStore';

/** How often an open form came to ask otherwise than it did. */
const changes = createStore(0);

/** The forms of this page ask otherwise now. */
export function noteFormChange(): void {
  changes.set(changes.read() + 1);
}

/** A number that is another after each change, and whether there was one since this page was opened. */
export function useFormChange(): { turn: number; isChanged: boolean } {
  const turn = useSyncExternalStore(changes.subscribe, changes.read);
  const [first] = useState(turn);
  return { turn, isChanged: turn !== first };
}
