/** Calls `change`, then scrolls so that the focused field doesn't move on the screen. */
export function keepFocusInPlace(change: () => void): void {
  const field = document.activeElement;
  const before = field?.getBoundingClientRect().top ?? 0;
  change();
  // Runs after React's render but before painting.
  requestAnimationFrame(() => {
    const moved = (field?.getBoundingClientRect().top ?? before) - before;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
  });
}
