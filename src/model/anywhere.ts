import type { SchemaNode } from './types';

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
