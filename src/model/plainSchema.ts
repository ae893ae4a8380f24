import type { SchemaNode } from './types';

/** A schema as RJSF may see it: options as `enum`, no conditions, no messages, so that it never has a reason to ask a validator. */
export function plainSchema(node: SchemaNode): SchemaNode {
  const { oneOf, errorMessage, 'x-conditions': conditions, ...plain } = node;
  if (oneOf) plain.enum = oneOf.map((option) => option.const);
  if (node.items) plain.items = plainSchema(node.items);
  if (node.properties) plain.properties = mapValues(node.properties, plainSchema);
  return plain;
}

/** An object with each value replaced. */
export function mapValues<T, R>(record: Record<string, T>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
