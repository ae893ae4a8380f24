import { useEffect, useMemo, useState } from 'react';
import { useNewerChanges } from '../../../api/studio';
import type { Newer } from '../../../contract/studio';
import { type DraftMerge, type DraftPicks, mergeDraft } from '../../../model/studio/merge/mergeDraft';
import { conflictId, isSame, type Side } from '../../../model/studio/merge/mergeJson';
import type { FileChanges } from '../../../model/studio/roles';
import { useDebounced } from '../draftFiles';

export interface DraftBase {
  subscriber: string | null;
  changes: FileChanges;
  head: number;
}

export type Merged = Pick<Newer, 'versions'> & Pick<DraftMerge, 'merged'>;

/** Milliseconds to wait after the last change, so that merging doesn't interrupt typing. */
const DEBOUNCE_MS = 700;

/** Merges other people's published changes into a draft, once no conflict is open. */
export function useMerge(draft: DraftBase, newest: number, onMerged: (changes: FileChanges, head: number) => void) {
  const { subscriber, changes, head } = draft;
  const files = Object.keys(changes).sort();
  const isBehind = files.length > 0 && newest > head;
  const { data, error } = useNewerChanges(isBehind ? { subscriber, files, head } : undefined, newest);
  const newer = isBehind ? data : undefined;
  const [picks, setPicks] = useState<DraftPicks>({});
  const [last, setLast] = useState<Merged>();
  const merge = useMemo(() => newer && mergeDraft(changes, newer, picks), [newer, changes, picks]);
  const conflicts = merge?.conflicts ?? [];
  const open = conflicts.filter(({ file, path }) => picks[file]?.[conflictId(path)] === undefined);
  const isRested = useDebounced(changes, DEBOUNCE_MS) === changes;
  const isPicked = conflicts.length > 0 && open.length === 0;
  // Synchronizes with the draft store.
  useEffect(() => {
    if (!merge || !newer || open.length > 0 || !(isRested || isPicked)) return;
    if (newer.versions.length > 0) setLast({ versions: newer.versions, merged: merge.merged });
    setPicks({});
    onMerged(isSame(merge.changes, changes) ? changes : merge.changes, newer.head);
  }, [merge, newer, open.length, isRested, isPicked, changes, onMerged]);
  return {
    versions: newer?.versions ?? [],
    conflicts: open,
    error: isBehind ? error : undefined,
    last,
    hide: () => setLast(undefined),
    pick: (file: string, path: readonly string[], side: Side) =>
      setPicks((now) => ({ ...now, [file]: { ...now[file], [conflictId(path)]: side } })),
  };
}
