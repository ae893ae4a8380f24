import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Keeps the browser's Back on the page (spec 003, section 2): above each page's own entry in the history lies a second one of the
 * same address, put back whenever it is left. For the router both are the same place, so nothing is drawn anew.
 */
export function useBlockedBack(): void {
  const { key, search } = useLocation();
  // The history is the browser's; the address with the token is about to be replaced and gets no second entry.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is one page.
  useEffect(() => {
    if (!search) cover();
  }, [key]);
  // Leaving is the browser's button.
  useEffect(() => {
    window.addEventListener('popstate', cover);
    return () => window.removeEventListener('popstate', cover);
  }, []);
}

function cover(): void {
  window.history.pushState(window.history.state, '');
}
