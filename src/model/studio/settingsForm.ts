import { isRecord } from '../answers/paths';
import { type AddNode, type MetaNode, resolveMeta } from './settingsMeta';
import type { TextPath } from './texts';

interface Labeled {
  path: TextPath;
  title: string;
  help?: string;
  isRemovable?: boolean;
}

export interface SettingOption {
  value: unknown;
  title: string;
}

export type SettingField =
  | (Labeled & { kind: 'text' | 'plain'; value: string })
  | (Labeled & { kind: 'yesNo'; value: boolean })
  | (Labeled & { kind: 'choice'; value: unknown; options: SettingOption[] })
  | (Labeled & { kind: 'several'; value: unknown[]; options: SettingOption[] })
  | (Labeled & { kind: 'words'; value: string[]; add?: AddNode })
  | (Labeled & NumberField)
  | (Labeled & SettingGroup);

interface SettingGroup {
  kind: 'group';
  fields: SettingField[];
  /** True for a list entry, so the group can be moved. */
  isEntry: boolean;
  add?: AddNode;
}

interface NumberField {
  kind: 'number';
  value: number | undefined;
  minimum?: number;
  maximum?: number;
  isInteger: boolean;
  isRequired: boolean;
}

interface Form {
  root: MetaNode;
  translate(text: string): string;
}

/** Returns a file's fields, as its meta-schema defines them. `translate` translates the entries' titles. */
export function listSettings(
  root: MetaNode,
  content: unknown,
  translate = (text: string): string => text,
): SettingField[] {
  return members({ root, translate }, root, content, []);
}

function members(form: Form, node: MetaNode, content: unknown, path: TextPath): SettingField[] {
  if (!isRecord(content)) return [];
  const own = Object.entries(node.properties ?? {}).flatMap(([name, inner]) => {
    const isRequired = node.required?.includes(name) ?? false;
    return fieldOf(form, inner, { name, path: [...path, name], value: content[name], isRequired });
  });
  const { additionalProperties: any } = node;
  if (typeof any !== 'object') return own;
  const entries = Object.entries(content).filter(([name]) => !(name in (node.properties ?? {})));
  const isRemovable = node['x-add'] !== undefined;
  return [
    ...own,
    ...entries.flatMap(([name, value]) =>
      entryOf(form, any, { name: node['x-labels']?.[name] ?? name, path: [...path, name], value, isRemovable }),
    ),
  ];
}

interface Place {
  name: string;
  path: TextPath;
  value: unknown;
  isRequired?: boolean;
  isRemovable?: boolean;
  isEntry?: boolean;
}

function fieldOf(form: Form, given: MetaNode, place: Place): SettingField[] {
  const node = resolveMeta(form.root, given);
  return node['x-studio'] ? drawn(form, node, place) : [];
}

function drawn(form: Form, node: MetaNode, place: Place): SettingField[] {
  const { path, value, name, isRemovable } = place;
  const labeled = {
    ...{ path, title: node.title ?? name },
    ...(node.description && { help: node.description }),
    ...(isRemovable && { isRemovable }),
  };
  if (node.enum) return [{ ...labeled, kind: 'choice', value, options: optionsOf(node) }];
  switch (node.type) {
    case 'integer':
    case 'number':
      return [{ ...labeled, ...numberField(node, place) }];
    case 'boolean':
      return [{ ...labeled, kind: 'yesNo', value: value === true }];
    case 'string':
      return typeof value === 'string' ? [{ ...labeled, kind: node['x-plain'] ? 'plain' : 'text', value }] : [];
    case 'array':
      return listOf(form, node, labeled, value);
    default:
      return grouped(labeled, members(form, node, value, path), { add: node['x-add'] });
  }
}

/** Returns the values of an enum with their titles. */
export const optionsOf = ({ enum: values = [], 'x-labels': labels = {} }: MetaNode): SettingOption[] =>
  values.map((value) => ({ value, title: labels[String(value)] ?? String(value) }));

function numberField({ minimum, maximum, type }: MetaNode, { value, isRequired = false }: Place): NumberField {
  return {
    kind: 'number',
    value: typeof value === 'number' ? value : undefined,
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    isInteger: type === 'integer',
    isRequired,
  };
}

function grouped(
  labeled: Labeled,
  fields: SettingField[],
  { isEntry = false, add }: { isEntry?: boolean | undefined; add?: AddNode | undefined } = {},
): SettingField[] {
  return fields.length > 0 || add ? [{ ...labeled, kind: 'group', fields, isEntry, ...(add && { add }) }] : [];
}

function listOf(form: Form, { items = {}, minItems = 0, ...node }: MetaNode, labeled: Labeled, value: unknown) {
  const add = node['x-add'];
  const of = resolveMeta(form.root, items);
  const list: unknown[] = Array.isArray(value) ? value : [];
  if (of.enum) return [{ ...labeled, kind: 'several' as const, value: list, options: optionsOf(of) }];
  if (of.type === 'string')
    return [{ ...labeled, kind: 'words' as const, value: list.map(String), ...(add && { add }) }];
  const isRemovable = add !== undefined && list.length > minItems;
  const entries = list.flatMap((one, index) =>
    entryOf(form, of, {
      ...{ name: String(index + 1), path: [...labeled.path, index], value: one },
      ...{ isRemovable, isEntry: true },
    }),
  );
  return grouped(labeled, entries, { add });
}

/** The group's title is the entry's title, the label of the entry's first choice, or the entry's name. */
function entryOf(form: Form, given: MetaNode, { name, path, value, isRemovable, isEntry }: Place): SettingField[] {
  const node = resolveMeta(form.root, given);
  if (!isRecord(value)) return drawn(form, { ...node, title: name }, { name, path, value, isRemovable });
  const title =
    typeof value.title === 'string' ? form.translate(value.title) : (chosenTitle(form, node, value) ?? name);
  return grouped({ path, title, ...(isRemovable && { isRemovable }) }, members(form, node, value, path), { isEntry });
}

function chosenTitle({ root }: Form, { properties = {} }: MetaNode, value: Record<string, unknown>) {
  const named = Object.entries(properties).flatMap(([name, inner]) => {
    const labels = resolveMeta(root, inner)['x-labels'];
    return labels && name in value ? [labels[String(value[name])]] : [];
  });
  return named[0];
}

/** Reads a typed number. Undefined if the field doesn't accept the text. */
export function readNumber(field: NumberField, typed: string): { value: number | undefined } | undefined {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, isInteger, isRequired } = field;
  if (typed.trim() === '') return isRequired ? undefined : { value: undefined };
  const value = Number(typed);
  const isAccepted = value >= minimum && value <= maximum && (!isInteger || Number.isInteger(value));
  return isAccepted ? { value } : undefined;
}
