import type { NavigateFunction } from 'react-router-dom';

let navigate: NavigateFunction | undefined;

/** Lends the router to what happens outside React: a refused session, a log-out. */
export function bindNavigation(next: NavigateFunction): void {
  navigate = next;
}

/** Opens a page of ours; it takes the place of the present one, so that Back does not return there. */
export function goTo(path: string): void {
  navigate?.(path, { replace: true });
}
