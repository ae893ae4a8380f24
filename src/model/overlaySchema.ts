import { settingFor } from './settings';
import type { Condition, Overlay, SchemaNode } from './types';

/** A schema after the overlay, and the patterns of the fields it took out. */
export interface Overlaid {
  schema: SchemaNode;
  removed: string[];
}

/**
 * Lays the subscriber's settings over a schema: `Hide` takes the property out, `Required` adds it to `required`, `Optional` takes
 * it off; options hidden by their own setting go, titles of contextual questions come in. The argument stays as it is.
 */
export function overlaySchema(node: SchemaNode, overlay: Overlay, at = ''): Overlaid {
  const removed: string[] = [];
  const schema: SchemaNode = { ...node };
  if (node.oneOf) schema.oneOf = node.oneOf.filter((option) => settingFor(option['x-config'], overlay) !== 'Hide');
  if (node.items) schema.items = descend(node.items, overlay, join(at, '[]'), removed);
  if (node.properties) overlayProperties(node, schema, overlay, at, removed);
  return { schema, removed };
}

function overlayProperties(
  node: SchemaNode,
  schema: SchemaNode,
  overlay: Overlay,
  at: string,
  removed: string[],
): void {
  const required = new Set(node.required);
  const properties: Record<string, SchemaNode> = {};
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    const setting = settingFor(property['x-config'], overlay);
    // A question whose every option is hidden cannot be asked either, nor one that only serves another.
    const served = node.properties?.[String(property['x-hideWith'])];
    if (isHidden(property, overlay) || (served && isHidden(served, overlay))) {
      removed.push(join(at, name));
      required.delete(name);
      continue;
    }
    if (property.type !== 'object' && setting === 'Required') required.add(name);
    if (setting === 'Optional') required.delete(name);
    properties[name] = withTitle(descend(property, overlay, join(at, name), removed), overlay);
  }
  schema.properties = properties;
  schema.required = [...required];
  if (node['x-conditions'])
    schema['x-conditions'] = conditionsUnder(overlay, node['x-conditions']).map((rule) => keepKnown(rule, properties));
}

function isHidden(property: SchemaNode, overlay: Overlay): boolean {
  return settingFor(property['x-config'], overlay) === 'Hide' || isEmptyChoice(property, overlay);
}

function isEmptyChoice({ oneOf }: SchemaNode, overlay: Overlay): boolean {
  return oneOf?.every((option) => settingFor(option['x-config'], overlay) === 'Hide') ?? false;
}

/** A condition with a setting of its own counts only while that setting is `Required`. */
function conditionsUnder(overlay: Overlay, conditions: Condition[]): Condition[] {
  return conditions.filter((rule) => !rule['x-config'] || settingFor(rule['x-config'], overlay) === 'Required');
}

function descend(node: SchemaNode, overlay: Overlay, at: string, removed: string[]): SchemaNode {
  const inner = overlaySchema(node, overlay, at);
  removed.push(...inner.removed);
  return inner.schema;
}

function withTitle(node: SchemaNode, { texts }: Overlay): SchemaNode {
  const key = node['x-config'];
  const title = typeof key === 'string' && node.type === 'object' ? texts?.[key]?.title : undefined;
  return title ? { ...node, title } : node;
}

function keepKnown(rule: Condition, properties: Record<string, SchemaNode>): Condition {
  const known = (names: string[] = []) => names.filter((name) => name in properties);
  return { if: rule.if, show: known(rule.show), require: known(rule.require) };
}

function join(at: string, name: string): string {
  return at ? `${at}/${name}` : name;
}
