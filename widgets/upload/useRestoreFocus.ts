import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the field when the focused file chooser or card disappears. Returns a function to call when files
 * are chosen.
 */
export function useRestoreFocus(box: RefObject<HTMLElement | null>, paths: string): () => void {
  const isChosen = useRef(false);
  // Synchronizes with the browser's focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the files change.
  useEffect(() => {
    // The replaced file is removed once the new one is uploaded.
    if (!isChosen.current || document.activeElement !== document.body) return;
    isChosen.current = false;
    box.current?.focus({ preventScroll: true });
  }, [paths]);
  return () => {
    isChosen.current = true;
  };
}
