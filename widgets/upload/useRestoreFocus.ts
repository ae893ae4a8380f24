import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the new file's card if the focused element disappears. Returns a function to call when files are chosen. */
export function useRestoreFocus(box: RefObject<HTMLElement | null>, paths: string): () => void {
  const earlier = useRef<readonly HTMLElement[]>(undefined);
  const listCards = () => [...(box.current?.querySelectorAll<HTMLElement>('.rp-file') ?? [])];
  // Synchronizes with the browser's focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the files change.
  useEffect(() => {
    // A replaced file's card keeps the focus until the card is removed.
    if (!earlier.current || document.activeElement !== document.body) return;
    const added = listCards().find((card) => !earlier.current?.includes(card));
    earlier.current = undefined;
    (added ?? box.current)?.focus({ preventScroll: true });
  }, [paths]);
  return () => {
    earlier.current = listCards();
  };
}
