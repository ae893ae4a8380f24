import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the document check's message if the focused control is gone. Returns a function to call when an answer is
 * sent.
 */
export function useFocusAfterAnswer(place: RefObject<HTMLElement | null>, found: unknown): () => void {
  const isAnswered = useRef(false);
  // Synchronizes with the browser's focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the checks change.
  useEffect(() => {
    if (!isAnswered.current || document.activeElement !== document.body) return;
    isAnswered.current = false;
    (place.current?.closest('.rp-file') ?? place.current)?.querySelector<HTMLElement>('[id^=document-check-]')?.focus();
  }, [found]);
  return () => {
    isAnswered.current = true;
  };
}
