import { isRecord, setIn } from '../model/answers/paths';
import { addYears } from '../model/format/dates';
import type { Answers, Checker, Path, UiNode } from '../model/types';
import { isDate } from '../model/validation/keywords';
import { rowsAt } from './listQuestion';
import { newRow } from './startingAnswers';
import { listOptions, nodeAt, type Place } from './uiOptions';

type Rows = readonly Record<string, unknown>[];

/** Returns the list around `path` if its `covers` depends on the answer at `path`. */
export function findCoveringList(place: Place, path: Path): Path | undefined {
  const list = path.slice(0, -2);
  if (typeof path.at(-2) !== 'number') return undefined;
  return listOptions(nodeAt(place, list)?.ui).covers?.since === path.at(-1) ? list : undefined;
}

/**
 * Returns `'short'` if the list needs another row to cover the required years, or `'long'` if its empty last row isn't
 * needed.
 */
export function measureCover(place: Place, list: Path, answers: Answers, today: string): 'short' | 'long' | undefined {
  const { covers, max = Infinity } = listOptions(nodeAt(place, list)?.ui);
  const rows = rowsAt(answers, list);
  const offered = findOfferedRow(place, list, rows);
  const known = rows.slice(0, offered).map((row) => row[covers?.since ?? '']);
  if (!covers || !known.every(isDate)) return undefined;
  const first = known.sort()[0] ?? today;
  const isShort = first > addYears(today, -covers.years);
  // A future date is a mistake, so no row is added.
  if (isShort && offered === undefined) return first <= today && rows.length < max ? 'short' : undefined;
  return !isShort && offered !== undefined ? 'long' : undefined;
}

/** Returns the index of the empty last row in a list with `covers`, unless the list has only this row. */
export function findOfferedRow(place: Place, list: Path, rows: Rows): number | undefined {
  const at = nodeAt(place, list);
  const last = rows.length - 1;
  if (!at || last < 1 || !listOptions(at.ui).covers) return undefined;
  return isEmptyRow(at, rows[last], last) ? last : undefined;
}

export function withoutOfferedRows(place: Place, answers: Answers): Answers {
  return coveringLists(place.ui).reduce((kept, list) => {
    const offered = findOfferedRow(place, list, rowsAt(kept, list));
    return offered === undefined ? kept : setIn(kept, list, rowsAt(kept, list).slice(0, offered));
  }, answers);
}

export function ignoreOfferedRows(place: Place, checker: Checker): Checker {
  if (coveringLists(place.ui).length === 0) return checker;
  return { ...checker, check: (answers, context) => checker.check(withoutOfferedRows(place, answers), context) };
}

function coveringLists(ui: UiNode, path: Path = []): Path[] {
  if (ui['ui:list']?.covers) return [path];
  return Object.entries(ui).flatMap(([name, inner]) =>
    isRecord(inner) && !name.startsWith('ui:') ? coveringLists(inner as UiNode, [...path, name]) : [],
  );
}

/** True if the row has only the answers of a new row. */
function isEmptyRow({ schema, ui }: Place, row: unknown, index: number): boolean {
  const fresh = newRow(schema, ui, index);
  return Object.entries(Object(row)).every(
    ([name, value]) => value === undefined || JSON.stringify(value) === JSON.stringify(fresh[name]),
  );
}
