import { getIn, isRecord, setIn, toPointer } from '../answers/paths';
import { asText } from './sectionFile';
import type { TextPath } from './texts';

/** What the Studio reads of a meta-schema. `x-studio` marks what a form may change. */
export interface MetaNode {
  $ref?: string;
  allOf?: MetaNode[];
  title?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  required?: string[];
  properties?: Record<string, MetaNode>;
  additionalProperties?: boolean | MetaNode;
  items?: MetaNode;
  definitions?: Record<string, MetaNode>;
  'x-studio'?: boolean;
}

interface Labeled {
  path: TextPath;
  title: string;
  help?: string;
}

/** A field of a form, or a group of them. */
export type SettingField =
  | (Labeled & { kind: 'text'; value: string })
  | (Labeled & { kind: 'yesNo'; value: boolean })
  | (Labeled & { kind: 'choice'; value: string; options: string[] })
  | (Labeled & NumberField)
  | (Labeled & { kind: 'group'; fields: SettingField[]; isEntry: boolean });

interface NumberField {
  kind: 'number';
  /** Undefined if the file leaves it out. */
  value: number | undefined;
  minimum?: number;
  maximum?: number;
  isInteger: boolean;
  isRequired: boolean;
}

/** Returns the fields of a file, as its meta-schema describes them. */
export function listSettings(meta: MetaNode, content: unknown): SettingField[] {
  return members(meta, meta, content, []);
}

function members(root: MetaNode, node: MetaNode, content: unknown, path: TextPath): SettingField[] {
  if (!isRecord(content)) return [];
  const own = Object.entries(node.properties ?? {}).flatMap(([name, inner]) => {
    const isRequired = node.required?.includes(name) ?? false;
    return fieldOf(root, inner, { name, path: [...path, name], value: content[name], isRequired });
  });
  const { additionalProperties: any } = node;
  if (typeof any !== 'object') return own;
  const entries = Object.entries(content).filter(([name]) => !(name in (node.properties ?? {})));
  return [...own, ...entries.flatMap(([name, value]) => groupOf(root, any, { name, path: [...path, name], value }))];
}

interface Place {
  name: string;
  path: TextPath;
  value: unknown;
  isRequired?: boolean;
}

function fieldOf(root: MetaNode, given: MetaNode, place: Place): SettingField[] {
  const node = resolve(root, given);
  if (!node['x-studio']) return [];
  const { path, value, name } = place;
  const labeled = { path, title: node.title ?? name, ...(node.description && { help: node.description }) };
  if (node.enum) return [{ ...labeled, kind: 'choice', value: String(value ?? ''), options: node.enum.map(String) }];
  switch (node.type) {
    case 'integer':
    case 'number':
      return [{ ...labeled, ...numberField(node, place) }];
    case 'boolean':
      return [{ ...labeled, kind: 'yesNo', value: value === true }];
    case 'string':
      return typeof value === 'string' ? [{ ...labeled, kind: 'text', value }] : [];
    case 'array':
      return listOf(root, node, labeled, value);
    default:
      return grouped(labeled, members(root, node, value, path));
  }
}

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

const grouped = (labeled: Labeled, fields: SettingField[], isEntry = false): SettingField[] =>
  fields.length > 0 ? [{ ...labeled, kind: 'group', fields, isEntry }] : [];

function listOf(root: MetaNode, { items = {} }: MetaNode, labeled: Labeled, value: unknown): SettingField[] {
  if (!Array.isArray(value)) return [];
  const entries = value.flatMap((one, index) =>
    groupOf(root, items, { name: String(index + 1), path: [...labeled.path, index], value: one }, true),
  );
  return grouped(labeled, entries);
}

/** Returns a group with its own title, or else its name. */
function groupOf(root: MetaNode, given: MetaNode, { name, path, value }: Place, isEntry = false): SettingField[] {
  const title = isRecord(value) && typeof value.title === 'string' ? value.title : name;
  return grouped({ path, title }, members(root, resolve(root, given), value, path), isEntry);
}

/** Members next to a reference replace those it refers to. */
function resolve(root: MetaNode, { $ref, allOf = [], ...own }: MetaNode): MetaNode {
  const name = /^#\/definitions\/(.+)$/.exec($ref ?? '')?.[1];
  const referred = name === undefined ? undefined : root.definitions?.[name];
  const bases = [...(referred ? [referred] : []), ...allOf].map((one) => resolve(root, one));
  return Object.assign({}, ...bases, own);
}

/** Reads what was typed. Returns undefined if the field doesn't accept it. */
export function readNumber(field: NumberField, typed: string): { value: number | undefined } | undefined {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, isInteger, isRequired } = field;
  if (typed.trim() === '') return isRequired ? undefined : { value: undefined };
  const value = Number(typed);
  const isAccepted = value >= minimum && value <= maximum && (!isInteger || Number.isInteger(value));
  return isAccepted ? { value } : undefined;
}

/** Changes a setting. Undefined removes it. */
export function changeSetting(source: string, path: TextPath, value: unknown): string {
  return asText(setIn(JSON.parse(source), path, value));
}

/**
 * Moves an entry of a list up or down. Past its list's end, it goes to the neighbor's list: a section to another step.
 * Returns undefined if there is no such place, or if its list would be empty.
 */
export function moveEntry(source: string, path: TextPath, by: -1 | 1): string | undefined {
  const content: unknown = JSON.parse(source);
  const [list, index] = [path.slice(0, -1), Number(path.at(-1))];
  const entries = getIn(content, list);
  if (!Array.isArray(entries)) return undefined;
  const others = entries.toSpliced(index, 1);
  if (index + by in entries) return asText(setIn(content, list, others.toSpliced(index + by, 0, entries[index])));
  const neighbor = neighborList(list, by);
  const next = neighbor && getIn(content, neighbor);
  if (!neighbor || !Array.isArray(next) || others.length === 0) return undefined;
  const longer = by < 0 ? [...next, entries[index]] : [entries[index], ...next];
  return asText(setIn(setIn(content, list, others), neighbor, longer));
}

/** `['steps', 1, 'sections']` → `['steps', 0, 'sections']` */
function neighborList(list: TextPath, by: number): TextPath | undefined {
  const number = list.at(-2);
  if (typeof number !== 'number' || number + by < 0) return undefined;
  return [...list.slice(0, -2), number + by, list.at(-1) ?? ''];
}

/** True for the meta-schema of a file that a form can change. */
export const isSettingsMeta = (file: string, meta: unknown): meta is MetaNode =>
  file.startsWith('meta/') && isRecord(meta) && meta['x-studio'] === true;

/** Returns the titles and descriptions that the forms show, with their places in the meta-schema. */
export function settingTexts(meta: unknown, path: TextPath = []): { text: string; path: string }[] {
  if (!isRecord(meta)) return [];
  const own = path.length > 0 && meta['x-studio'] ? [meta.title, meta.description] : [];
  return [
    ...own.flatMap((text) => (typeof text === 'string' ? [{ text, path: toPointer(path) }] : [])),
    ...Object.entries(meta).flatMap(([name, inner]) => settingTexts(inner, [...path, name])),
  ];
}

/** Translates a meta-schema's titles and descriptions. */
export function translateMeta(meta: unknown, translations: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(meta)) return meta.map((one) => translateMeta(one, translations));
  if (!isRecord(meta)) return meta;
  const inner = Object.entries(meta).map(([name, value]) => {
    const isText = typeof value === 'string' && (name === 'title' || name === 'description');
    return [name, isText ? (translations[value] ?? value) : translateMeta(value, translations)];
  });
  return Object.fromEntries(inner);
}
