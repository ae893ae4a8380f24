import { findUi, ownMember } from '../answers/paths';
import type { SchemaFiles, SchemaNode, UiNode } from '../types';

export interface SectionSources {
  schema: string;
  ui: string;
}

export const toJsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const ENDING = '.schema.json';

/** Returns the sections' schemas by name: `{ address: { … } }` */
export function sectionSchemas(files: SchemaFiles): Record<string, unknown> {
  const names = Object.keys(files).filter((file) => file.endsWith(ENDING) && !file.includes('/'));
  return Object.fromEntries(names.map((file) => [file.slice(0, -ENDING.length), files[file]]));
}

/** Returns the schema at a path, such as `['address', '[]', 'city']`. */
export function nodeAt(node: SchemaNode | undefined, path: readonly string[]): SchemaNode | undefined {
  return path.reduce<SchemaNode | undefined>(
    (at, part) => (part === '[]' ? at?.items : ownMember(at?.properties, part)),
    node,
  );
}

export const splitPath = (path: readonly string[]) => ({ above: path.slice(0, -1), name: path.at(-1) ?? '' });

export function uiAt(ui: UiNode, path: readonly string[]): UiNode {
  return path.reduce((at, part) => findUi(at, part === '[]' ? 'items' : part), ui);
}

/** Returns the UI node at a path. Adds missing levels to `ui`. */
export function uiLevel(ui: UiNode, path: readonly string[]): UiNode {
  return path.reduce((at, part) => {
    const key = part === '[]' ? 'items' : part;
    const inner = findUi(at, key);
    at[key] = inner;
    return inner;
  }, ui);
}

export interface ListedField {
  path: string[];
  label: string;
}

/** Lists a section's fields, except fields inside shared definitions. */
export function listFields(raw: SchemaNode, whole: SchemaNode, ui: UiNode, at: string[] = []): ListedField[] {
  return orderedNames(raw, ui).flatMap((name) => {
    const [own, full] = [ownMember(raw.properties, name) ?? {}, ownMember(whole.properties, name) ?? {}];
    const path = [...at, name];
    const below = uiAt(ui, [name]);
    const inner = own.items
      ? listFields(own.items, full.items ?? {}, uiAt(below, ['[]']), [...path, '[]'])
      : listFields(own, full, below, path);
    return [{ path, label: full.title ?? name }, ...inner];
  });
}

/** Lists a section's questions. Skips hidden fields, and untitled fields in a titled group. */
export function listQuestions(raw: SchemaNode, whole: SchemaNode, ui: UiNode): ListedField[] {
  return listFields(raw, whole, ui).filter(({ path }) => {
    const groups = path.map((_, index) => nodeAt(whole, path.slice(0, index))?.title);
    const isLabeled = nodeAt(whole, path)?.title !== undefined || !groups.slice(1).some(Boolean);
    return isLabeled && uiAt(ui, path)['ui:widget'] !== 'hidden';
  });
}

/** In `ui:order`, `*` means all fields that aren't listed. */
function orderedNames({ properties = {} }: SchemaNode, ui: UiNode): string[] {
  const names = Object.keys(properties);
  const given = ui['ui:order'];
  const order: string[] = Array.isArray(given) ? given : [];
  const others = names.filter((name) => !order.includes(name));
  const listed = order.flatMap((name) => (name === '*' ? others : names.filter((one) => one === name)));
  return [...new Set([...listed, ...others])];
}

/** Moves a field up or down, but not past either end of its group. */
export function moveField(sources: SectionSources, path: readonly string[], by: -1 | 1): SectionSources {
  return reorder(sources, path, (_names, from) => from + by);
}

/** Moves a field to the position of another field in its group. */
export function moveFieldTo(sources: SectionSources, path: readonly string[], to: readonly string[]): SectionSources {
  const [from, target] = [splitPath(path), splitPath(to)];
  if (from.above.join('/') !== target.above.join('/')) return sources;
  return reorder(sources, path, (names) => names.indexOf(target.name));
}

function reorder(
  sources: SectionSources,
  path: readonly string[],
  findPlace: (names: readonly string[], from: number) => number,
): SectionSources {
  const whole: SchemaNode = JSON.parse(sources.schema);
  const drawn: UiNode = JSON.parse(sources.ui);
  const { above, name } = splitPath(path);
  const [parent, level] = [nodeAt(whole, above), uiAt(drawn, above)];
  const names = orderedNames(parent ?? {}, level);
  const from = names.indexOf(name);
  const to = findPlace(names, from);
  if (!parent?.properties || from < 0 || to < 0 || to >= names.length || to === from) return sources;
  names.splice(to, 0, ...names.splice(from, 1));
  if (Array.isArray(level['ui:order'])) {
    level['ui:order'] = names;
    return { ...sources, ui: toJsonText(drawn) };
  }
  parent.properties = Object.fromEntries(names.map((one) => [one, ownMember(parent.properties, one) ?? {}]));
  return { ...sources, schema: toJsonText(whole) };
}
