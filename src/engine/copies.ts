import { fillText } from '../model/fillText';
import type { FormChange as Change } from '../model/formContext';
import { isRecord } from '../model/paths';
import type { Context, Path } from '../model/types';
import { nodeAt, type Place } from './nodeAt';
import type { UiOptions } from './uiOptions';
import { uiOptions } from './uiOptions';

interface Copies {
  from: string;
  /** Template that names a row; without it the field is a box to check, which copies the first row. */
  label?: string;
  map: Record<string, string>;
}

/** The names of the rows that a field with `ui:options.copies` may copy; undefined for other fields and for a box to check. */
export function copyNames(options: UiOptions, context: Context): string[] | undefined {
  const copies = copiesOf(options);
  const label = copies?.label;
  return label === undefined ? undefined : rowsOf(copies as Copies, context).map((row) => fillText(label, row));
}

/** What an answer writes beside itself: the row it names, or the first row when a box is checked. */
export function copiedBy(place: Place, path: Path, value: unknown, context: Context): Change[] {
  const copies = copiesOf(uiOptions(nodeAt(place, path)?.ui));
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

function copiesOf({ copies }: UiOptions): Copies | undefined {
  return isRecord(copies) ? (copies as unknown as Copies) : undefined;
}

function rowsOf({ from }: Copies, context: Context): Record<string, unknown>[] {
  return context.lists?.[from] ?? [];
}
