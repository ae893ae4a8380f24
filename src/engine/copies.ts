import { fillText } from '../model/fillText';
import type { FormChange as Change } from '../model/formContext';
import type { Context, Path } from '../model/types';
import { nodeAt, type Place } from './nodeAt';
import { type Copies, type UiOptions, uiOptions } from './uiOptions';

/** The names of the rows that a field with `ui:options.copies` may copy; undefined for other fields and for a box to check. */
export function copyNames(options: UiOptions, context: Context): string[] | undefined {
  const { copies } = options;
  const label = copies?.label;
  return copies && label !== undefined ? rowsOf(copies, context).map((row) => fillText(label, row)) : undefined;
}

/** What an answer writes beside itself: the row it names, or the first row when a box is checked. */
export function copiedBy(place: Place, path: Path, value: unknown, context: Context): Change[] {
  const copies = uiOptions(nodeAt(place, path)?.ui).copies;
  if (!copies) return [];
  const { label, map } = copies;
  const rows = rowsOf(copies, context);
  const row = value === true ? rows[0] : rows.find((each) => label !== undefined && fillText(label, each) === value);
  if (!row) return [];
  return Object.entries(map).map(([member, sibling]) => ({
    path: [...path.slice(0, -1), sibling],
    value: row[member],
  }));
}

function rowsOf({ from }: Copies, context: Context): Record<string, unknown>[] {
  return context.lists?.[from] ?? [];
}
