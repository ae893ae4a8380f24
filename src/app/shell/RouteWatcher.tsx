import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { bindNavigation } from '../session/navigation';

/** Lends the router to what is outside React, and starts every new page at its top. */
export function RouteWatcher() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // The session outside React navigates too.
  useEffect(() => bindNavigation(navigate), [navigate]);
  // The scroll position is the browser's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page.
  useEffect(() => {
    // Newer browsers answer a promise here, which React would take for a clean-up.
    void window.scrollTo(0, 0);
  }, [pathname]);
  return null;
}
