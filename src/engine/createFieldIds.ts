import { keyOf } from '../model/answers/paths';
import type { Path } from '../model/types';

export interface FieldIds {
  /** In the section 'employers': `['employer', 0, 'employer_name']` → `'employers_employer_0_employer_name'` */
  of(path: Path): string;
  /** Throws for an id that `of` didn't return. */
  pathOf(id: string): Path;
}

/** Stores each id's path, because field names can contain underscores. */
export function createFieldIds(section: string): FieldIds {
  const paths = new Map<string, Path>();
  return {
    of(path) {
      const id = [section, ...path].join('_');
      if (!paths.has(id)) paths.set(id, path);
      return id;
    },
    pathOf(id) {
      const path = paths.get(id);
      if (!path) throw new Error(`Section '${section}' has no field with the id '${id}'`);
      return path;
    },
  };
}

/** Returns undefined for keys in the removed row. Later rows move up: `('a/2/x', ['a'], 0)` → `'a/1/x'`. */
function keyWithoutRow(key: string, list: Path, index: number): string | undefined {
  const prefix = `${keyOf(list)}/`;
  if (!key.startsWith(prefix)) return key;
  const [row = '', ...rest] = key.slice(prefix.length).split('/');
  const at = Number(row);
  if (at === index) return undefined;
  return prefix + [at > index ? at - 1 : at, ...rest].join('/');
}

export function keysWithoutRow(keys: Iterable<string>, list: Path, index: number): Set<string> {
  return new Set([...keys].flatMap((key) => keyWithoutRow(key, list, index) ?? []));
}

export function entriesWithoutRow<T>(entries: ReadonlyMap<string, T>, list: Path, index: number): Map<string, T> {
  return new Map(
    [...entries].flatMap(([key, value]) => {
      const moved = keyWithoutRow(key, list, index);
      return moved === undefined ? [] : [[moved, value] as const];
    }),
  );
}

const FIELDS = 'input:not([type=hidden]):enabled, select:enabled, textarea:enabled';
const CONTROLS = `${FIELDS}, button:enabled, a[href]`;

/**
 * Focuses a control. In a group, prefers a checked choice (except in a list's row), then an invalid field, then any
 * field, then a button or link, then the group itself. Returns false if nothing could be focused.
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
    element.querySelector<HTMLElement>(':scope:not(.rp-row) input:checked:enabled') ??
    element.querySelector<HTMLElement>('[aria-invalid=true]:enabled') ??
    element.querySelector<HTMLElement>(FIELDS) ??
    element.querySelector<HTMLElement>(CONTROLS)
  );
}

/** After the next render, focuses the element's first invalid field, or its first field if all are valid. */
export function focusFieldSoon(id: string): void {
  setTimeout(() => {
    const inside = document.getElementById(id);
    const wrong = inside?.querySelector<HTMLElement>('[aria-invalid=true]:enabled');
    (wrong ?? inside?.querySelector<HTMLElement>(FIELDS))?.focus();
  }, 0);
}

/** Focuses the control that comes first in the document. */
export function focusFirst(ids: readonly string[]): void {
  const found = ids.flatMap((id) => document.getElementById(id) ?? []);
  const [first] = found.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  if (first) focusAt(first.id);
}

/** After the next render, focuses the first element that can be focused. */
export function focusSoon(...ids: string[]): void {
  setTimeout(() => ids.some(focusAt), 0);
}
