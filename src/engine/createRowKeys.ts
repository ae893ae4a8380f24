import { keyOf } from '../model/answers/paths';
import type { Path } from '../model/types';
import { entriesWithoutRow } from './createFieldIds';

/** Stable row ids, so that React keeps a row's state, such as an upload. */
export interface RowKeys {
  /** Returns the same array until rows are added or removed. */
  of(list: Path, count: number): readonly number[];
  /** `first` returns the index of the row that is open initially. */
  findOpenRow(list: Path, count: number, first: () => number): number | undefined;
  open(list: Path, index: number | undefined): void;
  remove(list: Path, index: number): void;
}

export function createRowKeys(): RowKeys {
  let lists = new Map<string, readonly number[]>();
  let open = new Map<string, number | undefined>();
  let last = 0;

  function of(list: Path, count: number): readonly number[] {
    const key = keyOf(list);
    const known = lists.get(key) ?? [];
    if (known.length === count && lists.has(key)) return known;
    const names = Array.from({ length: count }, (_, index) => known[index] ?? ++last);
    lists.set(key, names);
    return names;
  }

  return {
    of,
    findOpenRow(list, count, first) {
      const key = keyOf(list);
      if (count > 0 && !open.has(key)) open.set(key, of(list, count)[first()]);
      return open.get(key);
    },
    open(list, index) {
      const known = lists.get(keyOf(list)) ?? [];
      open.set(keyOf(list), index === undefined ? undefined : of(list, Math.max(known.length, index + 1))[index]);
    },
    remove(list, index) {
      open = entriesWithoutRow(open, list, index);
      lists = entriesWithoutRow(lists, list, index);
      const key = keyOf(list);
      lists.set(
        key,
        (lists.get(key) ?? []).filter((_, at) => at !== index),
      );
    },
  };
}
