import { focusAt } from './focus';

/** Moves the focus once what was just changed is drawn: to the first of these ids that is there. */
export function focusSoon(...ids: string[]): void {
  setTimeout(() => ids.some(focusAt), 0);
}
