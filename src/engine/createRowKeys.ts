import { keyOf } from '../model/paths';
import type { Path } from '../model/types';
import { entriesWithoutRow } from './createFieldIds';

/** Names of rows that stay theirs while others come and go, so that React keeps what a row holds (an upload under way). */
export interface RowKeys {
  /** The names of the first `count` rows; the same array while nothing changed. */
  of(list: Path, count: number): readonly number[];
  remove(list: Path, index: number): void;
}

/** Row names for the lists of one form. */
export function createRowKeys(): RowKeys {
  let lists = new Map<string, readonly number[]>();
  let last = 0;
  return {
    of(list, count) {
      const key = keyOf(list);
      const known = lists.get(key) ?? [];
      if (known.length === count && lists.has(key)) return known;
      const names = Array.from({ length: count }, (_, index) => known[index] ?? ++last);
      lists.set(key, names);
      return names;
    },
    remove(list, index) {
      lists = entriesWithoutRow(lists, list, index);
      const key = keyOf(list);
      lists.set(
        key,
        (lists.get(key) ?? []).filter((_, at) => at !== index),
      );
    },
  };
}
