import { useSyncExternalStore } from 'react';
import { createStore } from '../../model/createStore';
import type { FileChanges } from '../../model/studio';

/** What somebody has changed and not published: texts by file, on the newest live version they were made on. */
export interface Draft {
  changes: FileChanges;
  head: number;
  /** Of single subscribers what they set and say, as a version's text, by their id. */
  own: Record<string, string>;
  /** Grows when texts were changed by other ways than the field's form, which then starts anew. */
  turn: number;
}

const KEY = 'studio.draft';
const nothing: Draft = { changes: {}, head: 0, own: {}, turn: 0 };

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
    const { own, turn } = store.read();
    keep({ changes, head, own, turn: turn + 1 });
  },
  discard(): void {
    const { own, turn } = store.read();
    keep({ ...nothing, own, turn: turn + 1 });
  },
  /** What one subscriber sets and says; without a text it is as it is live again. */
  putOwn(subscriber: string, text?: string): void {
    const now = store.read();
    const { [subscriber]: _before, ...others } = now.own;
    const isReset = text === undefined;
    keep({ ...now, own: isReset ? others : { ...others, [subscriber]: text }, turn: now.turn + (isReset ? 1 : 0) });
  },
};

/** The draft's changes for a request that may carry some. */
export function draftChanges(): { changes?: FileChanges } {
  const { changes } = store.read();
  return Object.keys(changes).length > 0 ? { changes } : {};
}

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
