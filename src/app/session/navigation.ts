import type { NavigateFunction } from 'react-router-dom';

let navigate: NavigateFunction | undefined;
/** Where to, said before there was a router: the first call goes out while the page's code is on its way. */
let wanted: string | undefined;

/** Lends the router to what happens outside React: a refused session, a log-out. */
export function bindNavigation(next: NavigateFunction): void {
  navigate = next;
  if (wanted) void next(wanted, { replace: true });
  wanted = undefined;
}

/** Opens a page of ours; it takes the place of the present one, so that Back does not return there. */
export function goTo(path: string): void {
  if (navigate) void navigate(path, { replace: true });
  else wanted = path;
}
