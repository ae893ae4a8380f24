import type { Path, SchemaNode, UiNode } from './types';

/** Joins a path for use as a key: `['employer', 0, 'position']` → `'employer/0/position'`. */
export function keyOf(path: Path): string {
  return path.join('/');
}

/** The pattern a path falls under: `['employer', 0, 'position']` → `'employer/[]/position'`. */
export function patternOf(path: Path): string {
  return path.map((part) => (typeof part === 'number' ? '[]' : part)).join('/');
}

/** A JSON pointer as a path, digits as numbers: `'/employer/0/a~1b'` → `['employer', 0, 'a/b']`. */
export function parsePointer(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** A path as a JSON pointer: `['employer', 0]` → `'/employer/0'`. */
export function toPointer(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The objects of a list; none where there is no list: `[{ id: 1 }, 'x']` → `[{ id: 1 }]`. */
export function recordsIn(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** The value at a path, or undefined where nothing is. */
export function getIn(node: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, part) => {
    if (Array.isArray(at)) return typeof part === 'number' ? at[part] : undefined;
    return isRecord(at) ? at[part] : undefined;
  }, node);
}

/** A copy of `node` with `value` at `path`; undefined removes a member. The argument stays as it is. */
export function setIn<T>(node: T, path: Path, value: unknown): T {
  // Who writes a place knows what belongs there; all around it stays what it was.
  return put(node, path, value) as T;
}

function put(node: unknown, [part, ...rest]: Path, value: unknown): unknown {
  if (part === undefined) return value;
  if (typeof part === 'number') {
    const rows: unknown[] = Array.isArray(node) ? [...node] : [];
    rows[part] = put(rows[part], rest, value);
    return rows;
  }
  const copy: Record<string, unknown> = isRecord(node) ? { ...node } : {};
  const next = put(copy[part], rest, value);
  if (next === undefined) delete copy[part];
  else copy[part] = next;
  return copy;
}

/** Every path of `data` that falls under `pattern`: `('employer/[]', { employer: [{}, {}] })` → `[['employer', 0], ['employer', 1]]`. */
export function expandPattern(pattern: string, data: unknown): (string | number)[][] {
  if (pattern === '') return [[]];
  return pattern.split('/').reduce<(string | number)[][]>(
    (paths, part) =>
      paths.flatMap((path) => {
        if (part !== '[]') return [[...path, part]];
        const rows = getIn(data, path);
        return Array.isArray(rows) ? rows.map((_, index) => [...path, index]) : [];
      }),
    [[]],
  );
}

/** The part of a ui schema that is about one member, or about `items`; empty where it says nothing. */
export function branch(ui: UiNode, name: string): UiNode {
  const below = ui[name];
  return isRecord(below) ? below : {};
}

/** True for a plain object, false for arrays, null and scalars. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A test whether something is so in a schema or below it, answered once for each schema: what does not hold a file, or no number to be
 * masked, need not be walked through with its answers.
 *
 *     const holdsFiles = anywhere((node) => node['x-document'] !== undefined)
 */
export function anywhere(isSo: (node: SchemaNode) => boolean): (schema: SchemaNode) => boolean {
  const known = new WeakMap<SchemaNode, boolean>();
  function look(schema: SchemaNode): boolean {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const below = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])];
    const found = isSo(schema) || below.some(look);
    known.set(schema, found);
    return found;
  }
  return look;
}

/** The names of a table, which has no others than its type says: TypeScript's own `Object.keys` gives any text. */
export function keysOf<Name extends string>(table: Readonly<Partial<Record<Name, unknown>>>): Name[] {
  return Object.keys(table) as Name[];
}

/** The message of whatever was thrown. */
export function messageIn(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** The code by which the network, the disk or the database names a failure: `EEXIST`, `23505`; undefined for what has none. */
export function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}
