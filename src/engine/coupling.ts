import { getIn } from '../model/paths';
import type { EntriesOptions, Path } from '../model/types';
import { nodeAt, type Place } from './nodeAt';
import { entriesOptions } from './uiOptions';

/** A Yes/No and the list that goes with it, as paths. */
export interface Coupling extends EntriesOptions {
  answerPath: Path;
  listPath: Path;
}

/** The coupling whose answer or whose list stands at `path`. */
export function couplingAt(place: Place, path: Path, side: 'answer' | 'list'): Coupling | undefined {
  const parent = path.slice(0, -1);
  const entries = entriesOptions(nodeAt(place, parent)?.ui);
  if (!entries || entries[side] !== path.at(-1)) return undefined;
  return { ...entries, answerPath: [...parent, entries.answer], listPath: [...parent, entries.list] };
}

/** The rows of the list at `path`. */
export function rowsAt(answers: unknown, path: Path): Record<string, unknown>[] {
  const rows = getIn(answers, path);
  return Array.isArray(rows) ? rows : [];
}
