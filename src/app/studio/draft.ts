import { useSyncExternalStore } from 'react';
import { createStore } from '../../model/createStore';
import type { FileChanges } from '../../model/studio';

/** What somebody has changed and not published: texts by file, on the newest live version they were made on. */
export interface Draft {
  changes: FileChanges;
  head: number;
  /** Grows when texts were changed by other ways than the field's form, which then starts anew. */
  turn: number;
}

const KEY = 'studio.draft';
const nothing: Draft = { changes: {}, head: 0, turn: 0 };

function read(): Draft {
  try {
    return { ...nothing, ...JSON.parse(sessionStorage.getItem(KEY) ?? '{}') };
  } catch {
    return nothing;
  }
}

const store = createStore<Draft>(read());

/** For as long as this tab is open; the phone's frame, a window of its own, hears of each change. */
export const draft = {
  read: store.read,
  /** Texts as the field's form makes them, on the version that the page has. */
  put(changes: FileChanges, head: number): void {
    const now = store.read();
    const isFirst = Object.keys(now.changes).length === 0;
    keep({ ...now, head: isFirst ? head : now.head, changes: { ...now.changes, ...changes } });
  },
  /** Texts from elsewhere: JSON, another order, a kept version. */
  replace(changes: FileChanges, head: number): void {
    keep({ changes, head, turn: store.read().turn + 1 });
  },
  discard(): void {
    keep({ ...nothing, turn: store.read().turn + 1 });
  },
};

function keep(next: Draft): void {
  sessionStorage.setItem(KEY, JSON.stringify(next));
  store.set(next);
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => key === KEY && store.set(read());
  window.addEventListener('storage', onStorage);
  const stop = store.subscribe(listener);
  return () => {
    window.removeEventListener('storage', onStorage);
    stop();
  };
}

export const useDraft = (): Draft => useSyncExternalStore(subscribe, store.read);
