import { useSyncExternalStore } from 'react';
import { createStore } from '../../model/createStore';
import type { FileChanges } from '../../model/studio/roles';

/** Unpublished files, and the active version they're based on. */
export interface Draft {
  changes: FileChanges;
  head: number;
  /** Files of subscribers by id. */
  own: Record<string, string>;
  /** Grows on changes from outside the field's form, which then restarts. */
  version: number;
}

const KEY = 'studio.draft';
const nothing: Draft = { changes: {}, head: 0, own: {}, version: 0 };

function read(): Draft {
  try {
    return { ...nothing, ...JSON.parse(sessionStorage.getItem(KEY) ?? '{}') };
  } catch {
    return nothing;
  }
}

const store = createStore<Draft>(read());

/** Kept in this tab. The phone frame gets each change. */
export const draft = {
  read: store.read,
  /** Changes by the field's form. */
  put(changes: FileChanges, head: number): void {
    const now = store.read();
    const isFirst = Object.keys(now.changes).length === 0;
    keep({ ...now, head: isFirst ? head : now.head, changes: { ...now.changes, ...changes } });
  },
  /** Changes from elsewhere: JSON, reordering, a stored version. */
  replace(changes: FileChanges, head: number): void {
    const { own, version } = store.read();
    keep({ changes, head, own, version: version + 1 });
  },
  discard(): void {
    const { own, version } = store.read();
    keep({ ...nothing, own, version: version + 1 });
  },
  /** Without a text, restores the active one. */
  putOwn(subscriber: string, text?: string): void {
    const now = store.read();
    const { [subscriber]: _before, ...others } = now.own;
    const isReset = text === undefined;
    keep({
      ...now,
      own: isReset ? others : { ...others, [subscriber]: text },
      version: now.version + (isReset ? 1 : 0),
    });
  },
};

/** The draft as request parameters. */
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
