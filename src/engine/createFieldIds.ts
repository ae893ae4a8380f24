import { keyOf } from '../model/paths';
import type { Path } from '../model/types';

/** DOM ids of one form's fields and the way back. */
export interface FieldIds {
  /** `('employers', ['employer', 0, 'employer_name'])` → `'employers_employer_0_employer_name'`. */
  of(path: Path): string;
  /** The path an id was made from. @throws Error for an id that this form never made */
  pathOf(id: string): Path;
}

/** Ids by section and path. An underscore may be a joint or part of a name, so each id remembers its path. */
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

/**
 * A key after a row is gone: undefined for what lay in that row, moved up for later rows, else itself.
 * `('a/2/x', ['a'], 0)` → `'a/1/x'`.
 */
function keyWithoutRow(key: string, list: Path, index: number): string | undefined {
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
