const FIELDS = 'input:not([type=hidden]):enabled, select:enabled, textarea:enabled';
const CONTROLS = `${FIELDS}, button:enabled, a[href]`;

/**
 * Puts the focus on the control with this id, or inside the element that has it (of several radios the chosen one, else what is
 * marked wrong, else the first field, else a button), or on that element itself. False when there is none.
 */
export function focusAt(id: string): boolean {
  const element = document.getElementById(id);
  if (!element) return false;
  const target = element.matches(CONTROLS) ? element : (within(element) ?? element);
  if (!target.matches(`${CONTROLS}, [tabindex]`)) target.tabIndex = -1;
  target.focus();
  return document.activeElement === target;
}

function within(element: HTMLElement): HTMLElement | null {
  return (
    element.querySelector<HTMLElement>('input:checked:enabled') ??
    element.querySelector<HTMLElement>('[aria-invalid=true]:enabled') ??
    element.querySelector<HTMLElement>(FIELDS) ??
    element.querySelector<HTMLElement>(CONTROLS)
  );
}

/** Puts the focus on whichever of these controls stands first on the page. */
export function focusFirst(ids: readonly string[]): void {
  const found = ids.flatMap((id) => document.getElementById(id) ?? []);
  const [first] = found.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  if (first) focusAt(first.id);
}

/** Moves the focus once what was just changed is drawn: to the first of these ids that is there. */
export function focusSoon(...ids: string[]): void {
  setTimeout(() => ids.some(focusAt), 0);
}
