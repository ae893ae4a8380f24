import { useSyncExternalStore } from 'react';
import { createStore } from '../../model/createStore';
import { type EditHistory, noHistory, recordEdit, redoEdit, undoEdit } from '../../model/studio/editHistory';
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
/** Kept until the page is closed. */
const edits = createStore<EditHistory<Draft>>(noHistory);

/** Stored in this tab. The phone frame receives each change. */
export const draft = {
  read: store.read,
  /** Stores a change made in the field's form. `about` names the field, so that typing is one step to undo. */
  put(changes: FileChanges, head: number, about = ''): void {
    const now = store.read();
    if (Object.entries(changes).every(([file, text]) => now.changes[file] === text)) return;
    const isFirst = Object.keys(now.changes).length === 0;
    edit({ ...now, head: isFirst ? head : now.head, changes: { ...now.changes, ...changes } }, about);
  },
  /** Stores a change made elsewhere: in JSON, by reordering, or by opening a stored version. */
  replace(changes: FileChanges, head: number, about = ''): void {
    const { own, version } = store.read();
    edit({ changes, head, own, version: version + 1 }, about);
  },
  discard(): void {
    const { own, version } = store.read();
    edit({ ...nothing, own, version: version + 1 });
  },
  /** Ends the draft after it's published. Nothing before can be undone here. */
  finish(): void {
    draft.discard();
    edits.set(noHistory);
  },
  /** Stores a subscriber's settings. Without a text, restores the active ones. */
  putOwn(subscriber: string, text?: string, about = ''): void {
    const now = store.read();
    const { [subscriber]: _before, ...others } = now.own;
    const isReset = text === undefined;
    edit(
      {
        ...now,
        own: isReset ? others : { ...others, [subscriber]: text },
        version: now.version + (isReset ? 1 : 0),
      },
      about,
    );
  },
  /** Does nothing if there's nothing to undo. */
  undo: () => step(undoEdit),
  redo: () => step(redoEdit),
};

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

/** Tells which of undo and redo would change something. */
export function useEditSteps(): { canUndo: boolean; canRedo: boolean } {
  const { past, future } = useSyncExternalStore(edits.subscribe, edits.read);
  return { canUndo: past.length > 0, canRedo: future.length > 0 };
}
