import { isRecord } from '../../../model/paths';
import type { SchemaNode } from '../../../model/types';
import { visitNodes } from '../lint/sources';

/**
 * The pointer of the field that is called so, by its name or its path with or without rows.
 * @throws Error when no field is called so, or several are
 */
export function findPath(schema: SchemaNode, field: string): string {
  const wanted = field.replaceAll('/[]', '');
  const known = visitNodes(schema).filter(({ path }) => path && !path.endsWith('/items'));
  const found = known.filter(({ path }) => patternOf(path) === wanted || patternOf(path).endsWith(`/${wanted}`));
  const exact = found.filter(({ path }) => patternOf(path) === wanted);
  const [one, other] = exact.length ? exact : found;
  if (!one)
    throw new Error(`No field is called '${field}'; there are ${known.map(({ path }) => patternOf(path)).join(', ')}`);
  if (other) throw new Error(`'${field}' may be ${found.map(({ path }) => patternOf(path)).join(' or ')}; name one`);
  return one.path;
}

function patternOf(path: string): string {
  return path.replaceAll('/items', '').replaceAll('/properties/', '/').slice(1);
}

/** The pointers of the fields on the way: `'/properties/a/items/properties/b'` → `['/properties/a', '/properties/a/items/properties/b']`. */
export function chainTo(schema: SchemaNode, path: string): string[] {
  return visitNodes(schema)
    .map((one) => one.path)
    .filter((one) => one && !one.endsWith('/items') && (path === one || path.startsWith(`${one}/`)));
}

/** The schema at a pointer; empty where there is none. */
export function nodeAt(schema: SchemaNode, path: string): SchemaNode {
  return visitNodes(schema).find((one) => one.path === path)?.node ?? {};
}

/** What the ui file says of the field at a schema pointer. */
export function uiAt(ui: Record<string, unknown>, path: string): Record<string, unknown> {
  const parts = uiPath(path).split('/').slice(1);
  return parts.reduce<Record<string, unknown>>((at, part) => (isRecord(at[part]) ? at[part] : {}), ui);
}

/** `'/properties/a/items/properties/b'` → `'/a/items/b'`. */
export function uiPath(path: string): string {
  return path.replaceAll('/properties/', '/');
}

/** `'/properties/a'` → `'a'`. */
export function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
