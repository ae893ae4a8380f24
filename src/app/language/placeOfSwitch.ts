import { tabStorage } from '../session/safeStorage';

const KEY = 'place-of-switch';

interface Place {
  path: string;
  rows: string[];
}

const left = takePlace();
let isFocusDue = left !== undefined;

/** Remembers which rows are open, because changing the language reloads the page. */
export function rememberPlace(): void {
  const rows = [...document.querySelectorAll('.rp-row:not([data-folded])')].map(({ id }) => id);
  tabStorage.write(KEY, { path: window.location.pathname, rows } satisfies Place);
}

export function wasLanguageRowOpen(id: string): boolean {
  return left?.path === window.location.pathname && left.rows.includes(id);
}

/** Focuses the switch once after the reload. */
export function returnFocus(element: HTMLElement | null): void {
  if (isFocusDue) element?.focus();
  isFocusDue = false;
}

function takePlace(): Place | undefined {
  // Only `rememberPlace` writes this value.
  const place = tabStorage.read(KEY) as Place | undefined;
  tabStorage.remove(KEY);
  return place;
}
