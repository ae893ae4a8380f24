import { useSyncExternalStore } from 'react';
import { createStore } from '../../model/createStore';
import type { FileChanges } from '../../model/studio/roles';

/** Unpublished files, and the active version they're based on. */
export interface Draft {
  changes: FileChanges;
  head: number;
  /** Subscriber settings by subscriber id. */
  own: Record<string, string>;
  /** The active version that each subscriber's settings are based on. */
  ownHeads: Record<string, number>;
  /** Increases when something other than the field's form changes the draft. The form then restarts. */
  version: number;
}

const KEY = 'studio.draft';
const nothing: Draft = { changes: {}, head: 0, own: {}, ownHeads: {}, version: 0 };

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
    keep({ ...now, head: baseOf(now, head), changes: { ...now.changes, ...changes } });
  },
  /** Stores a change made elsewhere: in JSON or by reordering. */
  replace(changes: FileChanges, head: number): void {
    const now = store.read();
    keep({ ...now, changes, head: baseOf(now, head), version: now.version + 1 });
  },
  /** Stores a draft with another base: a stored version, or one that others' changes were merged into. */
  open(changes: FileChanges, head: number): void {
    const now = store.read();
    const isKept = JSON.stringify(now.changes) === JSON.stringify(changes);
    keep({ ...now, changes, head, version: now.version + (isKept ? 0 : 1) });
  },
  discard(): void {
    const now = store.read();
    keep({ ...now, changes: {}, head: 0, version: now.version + 1 });
  },
  /** Stores a subscriber's settings. The first change sets the base. */
  putOwn(subscriber: string, text: string, head: number): void {
    const { ownHeads } = store.read();
    draft.openOwn(subscriber, text, ownHeads[subscriber] ?? head);
  },
  /** Stores a subscriber's settings with another base. */
  openOwn(subscriber: string, text: string, head: number): void {
    const now = store.read();
    const own = { ...now.own, [subscriber]: text };
    keep({ ...now, own, ownHeads: { ...now.ownHeads, [subscriber]: head } });
  },
  /** Restores a subscriber's active settings. */
  resetOwn(subscriber: string): void {
    const now = store.read();
    const { [subscriber]: _text, ...own } = now.own;
    const { [subscriber]: _head, ...ownHeads } = now.ownHeads;
    keep({ ...now, own, ownHeads, version: now.version + 1 });
  },
};

/** Returns the draft as request parameters. */
export function draftChanges(): { changes?: FileChanges } {
  const { changes } = store.read();
  return Object.keys(changes).length > 0 ? { changes } : {};
}

/** The base stays while there are changes. Otherwise what others publish meanwhile would be overwritten. */
const baseOf = ({ changes, head }: Draft, newest: number) => (Object.keys(changes).length > 0 ? head : newest);

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
