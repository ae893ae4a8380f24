import { useSyncExternalStore } from 'react';
import { createStore } from '../../model/createStore';
import type { FileChanges } from '../../model/studio/roles';

/** Unpublished files, and the active version they're based on. */
export interface Draft {
  changes: FileChanges;
  head: number;
  /** Subscriber settings by subscriber id. */
  own: Record<string, string>;
  /** Increases when something other than the field's form changes the draft. The form then restarts. */
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

/** Stored in this tab. The phone frame receives each change. */
export const draft = {
  read: store.read,
  /** Stores a change made in the field's form. */
  put(changes: FileChanges, head: number): void {
    const now = store.read();
    const isFirst = Object.keys(now.changes).length === 0;
    keep({ ...now, head: isFirst ? head : now.head, changes: { ...now.changes, ...changes } });
  },
  /** Stores a change made elsewhere: in JSON, by reordering, or by opening a stored version. */
  replace(changes: FileChanges, head: number): void {
    const { own, version } = store.read();
    keep({ changes, head, own, version: version + 1 });
  },
  discard(): void {
    const { own, version } = store.read();
    keep({ ...nothing, own, version: version + 1 });
  },
  /** Stores a subscriber's settings. Without a text, restores the active ones. */
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

/** Returns the draft as request parameters. */
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
