import { focusFieldSoon, focusSoon } from '../../engine/createFieldIds';

export const EDITOR = 'studio-question';

let isWanted = false;

/** Focuses the editor, now or once it has loaded. */
export function focusEditor(isLoaded: boolean): void {
  isWanted = !isLoaded;
  if (isLoaded) focusFieldSoon(EDITOR);
}

/** Focuses an editor that has just loaded, if `focusEditor` was called before. */
export function focusEditorIfWanted(): void {
  if (isWanted) focusFieldSoon(EDITOR);
  isWanted = false;
}

/** Focuses the chosen question in the form. */
export function focusChosen(section: string): void {
  // The control's label, help and error have ids with two underscores.
  const own = `[id^="${section}_"]:not([id*="__"])`;
  const control = document.querySelector(`[data-chosen] ${own}, [data-chosen]${own}`);
  if (control) focusSoon(control.id);
}
