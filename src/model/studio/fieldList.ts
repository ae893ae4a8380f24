import newFields from '../../../schemas/meta/new-fields.json';
import { isRecord, keysOf } from '../answers/paths';
import { isReservedName } from '../section/reservedNames';
import type { SchemaNode, UiNode } from '../types';
import { without } from './fieldCondition';
import type { FileChanges } from './roles';
import { nodeAt, type SectionSources, splitPath, toJsonText, uiLevel } from './sectionFile';

const { $schema: _meta, ...kinds } = newFields;

export type FieldKind = keyof typeof kinds;
export const fieldKinds = keysOf(kinds);

interface NewField {
  label: string;
  kind: FieldKind;
  after?: readonly string[];
}

/** Adds a field: `{ label: 'Your pet', kind: 'text' }` → path `['your_pet']`. Throws for an unknown group. */
export function addField(
  { schema, ui }: SectionSources,
  { label, kind, after = [] }: NewField,
  optionTitles: readonly string[],
): SectionSources & { path: string[] } {
  const [whole, drawn]: [SchemaNode, UiNode] = [JSON.parse(schema), JSON.parse(ui)];
  const above = after.slice(0, -1);
  const parent = nodeAt(whole, above);
  if (!parent?.properties) throw new Error(`The section's own file has no group ${above.join('/')}`);
  const name = nameFor(label, Object.keys(parent.properties));
  // Imported JSON has no literal types. A test lints each kind.
  const template = structuredClone(kinds[kind]) as { schema: SchemaNode; ui: UiNode };
  const { $ref, ...own } = template.schema;
  const node = {
    ...($ref !== undefined && { $ref }),
    title: label,
    ...own,
    ...(own.oneOf && { oneOf: optionTitles.map((title, n) => ({ const: `option_${n + 1}`, title })) }),
  };
  parent.properties = inserted(parent.properties, after.at(-1), name, node);
  const level = uiLevel(drawn, above);
  level[name] = template.ui;
  addToOrder(level, after.at(-1), name);
  return { schema: toJsonText(whole), ui: toJsonText(drawn), path: [...above, name] };
}

/** Adds a copy of a field below the original, with the same rules and conditions. Throws for an unknown field. */
export function duplicateField(
  { schema, ui }: SectionSources,
  path: readonly string[],
  label: string,
): SectionSources & { path: string[] } {
  const [whole, drawn]: [SchemaNode, UiNode] = [JSON.parse(schema), JSON.parse(ui)];
  const { above, name: copied } = splitPath(path);
  const [parent, node] = [nodeAt(whole, above), nodeAt(whole, path)];
  if (!parent?.properties || !node) throw new Error(`The section's own file has no field ${path.join('/')}`);
  const name = nameFor(label, Object.keys(parent.properties));
  parent.properties = inserted(parent.properties, copied, name, { ...structuredClone(node), title: label });
  const withCopy = (names: readonly string[] = []) => names.flatMap((one) => (one === copied ? [one, name] : [one]));
  if (parent.required) parent.required = withCopy(parent.required);
  parent['x-conditions']?.forEach((one) => {
    if (one.show) one.show = withCopy(one.show);
    if (one.require) one.require = withCopy(one.require);
  });
  const level = uiLevel(drawn, above);
  if (level[copied] !== undefined) level[name] = structuredClone(level[copied]);
  addToOrder(level, copied, name);
  return { schema: toJsonText(whole), ui: toJsonText(drawn), path: [...above, name] };
}

function addToOrder(level: UiNode, after: string | undefined, name: string): void {
  const order = level['ui:order'];
  if (!Array.isArray(order)) return;
  const at = order.indexOf(after ?? '');
  if (at < 0 && order.includes('*')) return;
  order.splice(at < 0 ? order.length : at + 1, 0, name);
}

function nameFor(label: string, taken: readonly string[]): string {
  const plain = label.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  const words = plain.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const name = words.join('_').slice(0, 40).replace(/^\d/, 'n$&') || 'question';
  const free = [name, ...Array.from({ length: taken.length + 2 }, (_, n) => `${name}_${n + 2}`)];
  return free.find((one) => !taken.includes(one) && !isReservedName(one)) ?? name;
}

function inserted<T>(members: Record<string, T>, after: string | undefined, name: string, node: T): Record<string, T> {
  const entries = Object.entries(members);
  const at = entries.findIndex(([one]) => one === after);
  entries.splice(at < 0 ? entries.length : at + 1, 0, [name, node]);
  return Object.fromEntries(entries);
}

/** Removes a field from the schema, the UI file and the personas. Conditions that test the field stay. */
export function removeField(section: string, laid: Record<string, string>, path: readonly string[]): FileChanges {
  const [schemaFile, uiFile] = [`${section}.schema.json`, `${section}.ui.json`];
  const whole: SchemaNode = JSON.parse(laid[schemaFile] ?? '{}');
  const drawn: UiNode = JSON.parse(laid[uiFile] ?? '{}');
  const [above, name] = [path.slice(0, -1), path.at(-1) ?? ''];
  const parent = nodeAt(whole, above);
  if (parent?.properties) delete parent.properties[name];
  const required = parent?.required?.filter((one) => one !== name);
  const conditions = parent?.['x-conditions']?.flatMap((one) => without(one, name));
  if (required?.length === 0) delete parent?.required;
  else if (parent && required) parent.required = required;
  if (conditions?.length === 0) delete parent?.['x-conditions'];
  else if (parent && conditions) parent['x-conditions'] = conditions;
  const level = uiLevel(drawn, above);
  delete level[name];
  if (Array.isArray(level['ui:order'])) level['ui:order'] = level['ui:order'].filter((one) => one !== name);
  return { [schemaFile]: toJsonText(whole), [uiFile]: toJsonText(drawn), ...removeFieldFrom(section, laid, path) };
}

function removeFieldFrom(section: string, laid: Record<string, string>, path: readonly string[]): FileChanges {
  const personas = Object.entries(laid).filter(([file]) => file.startsWith('personas/'));
  return Object.fromEntries(
    personas.flatMap(([file, text]) => {
      const persona: unknown = JSON.parse(text);
      const flows = isRecord(persona) && isRecord(persona.flows) ? Object.values(persona.flows) : [];
      for (const step of flows.flatMap((flow) => Object.values(Object(flow))))
        deleteAnswer(Object(step)[section], path);
      const now = toJsonText(persona);
      return now === toJsonText(JSON.parse(text)) ? [] : [[file, now]];
    }),
  );
}

function deleteAnswer(answers: unknown, [part = '', ...rest]: readonly string[]): void {
  if (Array.isArray(answers)) {
    for (const row of answers) deleteAnswer(row, part === '[]' ? rest : [part, ...rest]);
    return;
  }
  if (!isRecord(answers)) return;
  if (rest.length > 0) deleteAnswer(answers[part], rest);
  else delete answers[part];
}
