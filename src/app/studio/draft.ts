import { useSyncExternalStore } from 'react';
import { createStore } from '../../model/createStore';
import { type EditHistory, noHistory, recordEdit, redoEdit, undoEdit } from '../../model/studio/editHistory';
import type { FileChanges } from '../../model/studio/roles';
import { tabStorage } from '../session/safeStorage';

/** Unpublished changes, and the version that they're based on. */
export interface Draft {
  changes: FileChanges;
  head: number;
  /** Settings files by subscriber. */
  own: Record<string, string>;
  /** The version that each settings file is based on. */
  ownHeads: Record<string, number>;
  /** Increases when the draft changes outside the open form. The form then restarts. */
  version: number;
}

const KEY = 'studio.draft';
const emptyDraft: Draft = { changes: {}, head: 0, own: {}, ownHeads: {}, version: 0 };

// Only `keep` stores this value.
const read = (): Draft => ({ ...emptyDraft, ...(tabStorage.read(KEY) as Draft | undefined) });

const store = createStore<Draft>(read());
/** The undo history. Lost when the page reloads. */
const edits = createStore<EditHistory<Draft>>(noHistory);

/** The draft in this tab's session storage, shared with the phone frame. */
export const draft = {
  read: store.read,
  /** Stores a change made in a form. Quick changes that share an `about` text become one undo step. */
  put(changes: FileChanges, head: number, about = ''): void {
    const now = store.read();
    if (Object.entries(changes).every(([file, text]) => now.changes[file] === text)) return;
    edit({ ...now, head: baseOf(now, head), changes: { ...now.changes, ...changes } }, about);
  },
  /** Replaces the draft's changes, and restarts the open form. */
  replace(changes: FileChanges, head: number, about = ''): void {
    const now = store.read();
    edit({ ...now, changes, head: baseOf(now, head), version: now.version + 1 }, about);
  },
  open(changes: FileChanges, head: number): void {
    const now = store.read();
    edit({ ...now, changes, head, version: now.version + 1 });
  },
  /** Stores a merged draft and its new base. Adds no undo step, because an undo would need the same merge again. */
  rebase(changes: FileChanges, head: number): void {
    const now = store.read();
    const isKept = JSON.stringify(now.changes) === JSON.stringify(changes);
    keep({ ...now, changes, head, version: now.version + (isKept ? 0 : 1) });
  },
  discard(): void {
    const now = store.read();
    edit({ ...now, changes: {}, head: 0, version: now.version + 1 });
  },
  /** Clears the changes and the undo history. Subscribers' settings stay. */
  finish(): void {
    draft.discard();
    edits.set(noHistory);
  },
  /** Stores a subscriber's settings. The first change sets their base. */
  putOwn(subscriber: string, text: string, head: number, about = ''): void {
    const now = store.read();
    edit(withOwn(now, subscriber, text, now.ownHeads[subscriber] ?? head), about);
  },
  openOwn(subscriber: string, text: string, head: number): void {
    const now = store.read();
    edit({ ...withOwn(now, subscriber, text, head), version: now.version + 1 });
  },
  rebaseOwn(subscriber: string, text: string, head: number): void {
    const now = store.read();
    keep({ ...withOwn(now, subscriber, text, head), version: now.version + 1 });
  },
  resetOwn(subscriber: string): void {
    const now = store.read();
    const { [subscriber]: _text, ...own } = now.own;
    const { [subscriber]: _head, ...ownHeads } = now.ownHeads;
    edit({ ...now, own, ownHeads, version: now.version + 1 });
  },
  undo: () => step(undoEdit),
  redo: () => step(redoEdit),
};

const withOwn = (now: Draft, subscriber: string, text: string, head: number): Draft => ({
  ...now,
  own: { ...now.own, [subscriber]: text },
  ownHeads: { ...now.ownHeads, [subscriber]: head },
});

function edit(next: Draft, about = ''): void {
  edits.set(recordEdit(edits.read(), store.read(), about, Date.now()));
  keep(next);
}

function step(move: typeof undoEdit): void {
  const now = store.read();
  const moved = move(edits.read(), now);
  if (!moved) return;
  edits.set(moved.history);
  keep({ ...moved.state, version: now.version + 1 });
}

export function draftChanges(): { changes?: FileChanges } {
  const { changes } = store.read();
  return Object.keys(changes).length > 0 ? { changes } : {};
}

/** Keeps the draft's base while there are changes, so that newer versions aren't overwritten. */
const baseOf = ({ changes, head }: Draft, newest: number) => (Object.keys(changes).length > 0 ? head : newest);

function keep(next: Draft): void {
  tabStorage.write(KEY, next);
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

export function useEditSteps(): { canUndo: boolean; canRedo: boolean } {
  const { past, future } = useSyncExternalStore(edits.subscribe, edits.read);
  return { canUndo: past.length > 0, canRedo: future.length > 0 };
}
