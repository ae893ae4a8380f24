/** Calls `change`, and scrolls so that the focused field stays where it is when something above it folds. */
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
