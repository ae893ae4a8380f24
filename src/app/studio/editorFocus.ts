import { focusFieldSoon, focusSoon } from '../../engine/createFieldIds';

export const EDITOR = 'studio-question';

let isWanted = false;

/** Focuses the editor now, or once it has loaded. */
export function focusEditor(isLoaded: boolean): void {
  isWanted = !isLoaded;
  if (isLoaded) focusFieldSoon(EDITOR);
}

/** Focuses the editor if `focusEditor` was called before the editor had loaded. */
export function focusEditorIfWanted(): void {
  if (isWanted) focusFieldSoon(EDITOR);
  isWanted = false;
}

export function focusChosen(section: string): void {
  // Ids with a double underscore belong to the control's label, help and error.
  const own = `[id^="${section}_"]:not([id*="__"])`;
  const control = document.querySelector(`[data-chosen] ${own}, [data-chosen]${own}`);
  if (control) focusSoon(control.id);
}
