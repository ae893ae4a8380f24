import { branch } from './paths';
import type { SchemaNode, UiNode } from './types';

/** The texts of a section's two files. */
export interface SectionSources {
  schema: string;
  ui: string;
}

/** JSON as a file of schemas/ holds it; `npm run format` has the last word on its lines. */
export const asText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The node at a path: `(schema, ['address', '[]', 'city'])`; undefined where there is none. */
export function nodeAt(node: SchemaNode | undefined, path: readonly string[]): SchemaNode | undefined {
  return path.reduce<SchemaNode | undefined>((at, part) => (part === '[]' ? at?.items : at?.properties?.[part]), node);
}

/** The group that a field stands in, and its name there. */
export const splitPath = (path: readonly string[]) => ({ above: path.slice(0, -1), name: path.at(-1) ?? '' });

/** What the ui says at a path; empty where it says nothing. */
export function uiAt(ui: UiNode, path: readonly string[]): UiNode {
  return path.reduce((at, part) => branch(at, part === '[]' ? 'items' : part), ui);
}

/** The same to write to, made where it is not there. */
export function uiLevel(ui: UiNode, path: readonly string[]): UiNode {
  return path.reduce((at, part) => {
    const key = part === '[]' ? 'items' : part;
    const inner = branch(at, key);
    at[key] = inner;
    return inner;
  }, ui);
}

/** A field that stands in the section's own file: `['address', '[]', 'city']`, and what it is called there. */
export interface ListedField {
  path: string[];
  label: string;
}

/** Every field and group in a section's own file, as they are drawn; what a definition brings along is changed there. */
export function listFields(raw: SchemaNode, whole: SchemaNode, ui: UiNode, at: string[] = []): ListedField[] {
  return orderedNames(raw, ui).flatMap((name) => {
    const [own, full] = [raw.properties?.[name] ?? {}, whole.properties?.[name] ?? {}];
    const path = [...at, name];
    const below = uiAt(ui, [name]);
    const inner = own.items
      ? listFields(own.items, full.items ?? {}, uiAt(below, ['[]']), [...path, '[]'])
      : listFields(own, full, below, path);
    return [{ path, label: full.title ?? name }, ...inner];
  });
}

/** The names of a group in the order that `ui:order` gives them, `*` being all others. */
function orderedNames({ properties = {} }: SchemaNode, ui: UiNode): string[] {
  const names = Object.keys(properties);
  const given = ui['ui:order'];
  const order: string[] = Array.isArray(given) ? given : [];
  const others = names.filter((name) => !order.includes(name));
  const listed = order.flatMap((name) => (name === '*' ? others : names.filter((one) => one === name)));
  return [...new Set([...listed, ...others])];
}

/** A section's texts with a field or group one place up or down among its siblings; the same texts at either end. */
export function moveField(sources: SectionSources, path: readonly string[], by: -1 | 1): SectionSources {
  const whole: SchemaNode = JSON.parse(sources.schema);
  const drawn: UiNode = JSON.parse(sources.ui);
  const { above, name } = splitPath(path);
  const [parent, level] = [nodeAt(whole, above), uiAt(drawn, above)];
  const names = orderedNames(parent ?? {}, level);
  const [from, to] = [names.indexOf(name), names.indexOf(name) + by];
  if (!parent?.properties || from < 0 || to < 0 || to >= names.length) return sources;
  names.splice(to, 0, ...names.splice(from, 1));
  if (Array.isArray(level['ui:order'])) {
    level['ui:order'] = names;
    return { ...sources, ui: asText(drawn) };
  }
  parent.properties = Object.fromEntries(names.map((one) => [one, parent.properties?.[one] ?? {}]));
  return { ...sources, schema: asText(whole) };
}
