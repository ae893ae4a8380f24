import { keyOf } from '../model/paths';
import type { Path } from '../model/types';

/**
 * A key after a row is gone: undefined for what lay in that row, moved up for later rows, else itself.
 * `('a/2/x', ['a'], 0)` → `'a/1/x'`.
 */
export function keyWithoutRow(key: string, list: Path, index: number): string | undefined {
  const prefix = `${keyOf(list)}/`;
  if (!key.startsWith(prefix)) return key;
  const [row = '', ...rest] = key.slice(prefix.length).split('/');
  const at = Number(row);
  if (at === index) return undefined;
  return prefix + [at > index ? at - 1 : at, ...rest].join('/');
}

/** Keys without those of a row, later rows moved up. */
export function keysWithoutRow(keys: Iterable<string>, list: Path, index: number): Set<string> {
  return new Set([...keys].flatMap((key) => keyWithoutRow(key, list, index) ?? []));
}

/** The same for what is kept under such keys. */
export function entriesWithoutRow<T>(entries: ReadonlyMap<string, T>, list: Path, index: number): Map<string, T> {
  return new Map(
    [...entries].flatMap(([key, value]) => {
      const moved = keyWithoutRow(key, list, index);
      return moved === undefined ? [] : [[moved, value] as const];
    }),
  );
}
