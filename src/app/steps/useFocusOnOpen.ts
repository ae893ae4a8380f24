import { useEffect, useRef } from 'react';

/** Moves the focus to the heading of a panel that has just opened, and the panel into sight; messages take the focus themselves. */
export function useFocusOnOpen(anchor: string | undefined, isRefused: boolean): void {
  const before = useRef(anchor);
  // The focus and the scroll position are the browser's.
  useEffect(() => {
    if (before.current === anchor) return;
    before.current = anchor;
    const toggle = document.getElementById(`${anchor}-toggle`);
    toggle?.scrollIntoView({ block: 'start' });
    if (!isRefused) toggle?.focus({ preventScroll: true });
  }, [anchor, isRefused]);
}
