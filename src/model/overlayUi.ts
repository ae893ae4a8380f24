import { isRecord } from './paths';
import type { Overlay, SchemaNode, UiNode } from './types';

/** The ui schema that fits an overlaid schema: nothing about fields that are gone, options named, questions in the server's order. */
export function overlayUi(ui: UiNode, schema: SchemaNode, overlay: Overlay): UiNode {
  const out: UiNode = {};
  for (const [key, value] of Object.entries(ui)) if (key.startsWith('ui:')) out[key] = value;
  for (const [name, node] of Object.entries(schema.properties ?? {}))
    out[name] = overlayUi(branch(ui, name), node, overlay);
  if (schema.items) out.items = overlayUi(branch(ui, 'items'), schema.items, overlay);
  if (schema.oneOf) out['ui:enumNames'] = schema.oneOf.map((option) => option.title);
  if (schema.properties) out['ui:order'] = order(ui['ui:order'], schema, overlay);
  return out;
}

function branch(ui: UiNode, name: string): UiNode {
  const value = ui[name];
  return isRecord(value) ? value : {};
}

/** The server's order sorts the questions it ranks among their own places; the others stay where the file puts them. */
function order(given: unknown, { properties = {} }: SchemaNode, overlay: Overlay): string[] {
  const listed = Array.isArray(given) ? given.filter((name) => name === '*' || name in properties) : ['*'];
  const rest = Object.keys(properties).filter((name) => !listed.includes(name));
  const names = [...new Set([...listed.flatMap((name) => (name === '*' ? rest : [name])), ...rest])];
  const rank = (name: string) => rankOf(properties[name], overlay);
  const ranked = names.filter((name) => rank(name) !== undefined).sort((a, b) => Number(rank(a)) - Number(rank(b)));
  return names.map((name) => (rank(name) === undefined ? name : String(ranked.shift())));
}

function rankOf(node: SchemaNode | undefined, { texts }: Overlay): number | undefined {
  const key = node?.['x-config'];
  return typeof key === 'string' && node?.type === 'object' ? texts?.[key]?.order : undefined;
}
