import type { Path, SchemaNode, UiNode } from '../types';

/** `['employer', 0, 'position']` → `'employer/0/position'` */
export function keyOf(path: Path): string {
  return path.join('/');
}

/** Returns the rows around a path, outermost first: `['employer', 0, 'position']` → `[[['employer'], 0]]` */
export function rowsAround(path: Path): [list: Path, index: number][] {
  return path.flatMap((part, depth) =>
    typeof part === 'number' ? [[path.slice(0, depth), part] as [Path, number]] : [],
  );
}

/** `['employer', 0, 'position']` → `'employer/[]/position'` */
export function patternOf(path: Path): string {
  return path.map((part) => (typeof part === 'number' ? '[]' : part)).join('/');
}

/** `'/properties/0/a~1b'` → `['properties', '0', 'a/b']` */
export function splitPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** `'/employer/0/a~1b'` → `['employer', 0, 'a/b']` */
export function parsePointer(pointer: string): (string | number)[] {
  return splitPointer(pointer).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** `['employer', 0]` → `'/employer/0'` */
export function toPointer(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Returns a list's objects: `[{ id: 1 }, 'x']` → `[{ id: 1 }]`. */
export function recordsIn(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

export function getIn(node: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, part) => {
    if (Array.isArray(at)) return typeof part === 'number' ? at[part] : undefined;
    return isRecord(at) ? ownMember(at, String(part)) : undefined;
  }, node);
}

/** Ignores inherited members such as 'constructor'. */
export function ownMember<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Returns a copy with the value at `path`. Undefined removes the member. */
export function setIn<T>(node: T, path: Path, value: unknown): T {
  return put(node, path, value) as T;
}

function put(node: unknown, [part, ...rest]: Path, value: unknown): unknown {
  if (part === undefined) return value;
  if (typeof part === 'number') {
    const rows: unknown[] = Array.isArray(node) ? [...node] : [];
    rows[part] = put(rows[part], rest, value);
    return rows;
  }
  const record = isRecord(node) ? node : {};
  const next = put(ownMember(record, part), rest, value);
  if (next !== undefined) return { ...record, [part]: next };
  const { [part]: _gone, ...others } = record;
  return others;
}

/** `('employer/[]', { employer: [{}, {}] })` → `[['employer', 0], ['employer', 1]]` */
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

/** Returns the UI node of a field or of `items`, or `{}`. */
export function findUi(ui: UiNode, name: string): UiNode {
  const below = ownMember(ui, name);
  return isRecord(below) ? below : {};
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a function that tests whether any node of a schema matches. Results are cached. */
export function matchesAnyNode(isSo: (node: SchemaNode) => boolean): (schema: SchemaNode) => boolean {
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

/** `Object.keys` with typed names. */
export function keysOf<Name extends string>(table: Readonly<Partial<Record<Name, unknown>>>): Name[] {
  return Object.keys(table) as Name[];
}

export function messageIn(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** Returns an error's code, such as `EEXIST` or `23505`. */
export function getErrorCode(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}
