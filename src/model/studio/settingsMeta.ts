import { getIn, isRecord, splitPointer, toPointer } from '../answers/paths';
import type { SchemaFiles } from '../types';
import { sectionSchemas } from './sectionFile';
import type { TextPath } from './texts';

/** The part of a meta-schema that the Studio reads. `x-studio` marks what a form may change. */
export interface MetaNode {
  $ref?: string;
  allOf?: MetaNode[];
  title?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  required?: string[];
  properties?: Record<string, MetaNode>;
  additionalProperties?: boolean | MetaNode;
  items?: MetaNode;
  definitions?: Record<string, MetaNode>;
  'x-studio'?: boolean;
  /** True if the text isn't translated. */
  'x-plain'?: boolean;
  /** Titles of an enum's values, or of a group's entries. */
  'x-labels'?: Record<string, string>;
  /** Where the known values are listed: `'*.schema.json'`, or `'office/status.json#/statuses'` */
  'x-ids'?: string;
  'x-add'?: AddNode;
}

/** How to add an entry to a list or a group. */
export interface AddNode {
  title: string;
  ask: (MetaNode & { name: string })[];
  /** Template that the answers fill in: `{ "id": "{title:slug}" }` */
  entry: unknown;
  key?: string;
  /** The member that must be unique among the entries. */
  unique?: string;
  /** Number of entries that stay at the end of the list. */
  keepLast?: number;
}

/** Resolves `$ref` and `allOf`. The node's own members have priority. */
export function resolveMeta(root: MetaNode, { $ref, allOf = [], ...own }: MetaNode): MetaNode {
  const name = /^#\/definitions\/(.+)$/.exec($ref ?? '')?.[1];
  const referred = name === undefined ? undefined : root.definitions?.[name];
  const bases = [...(referred ? [referred] : []), ...allOf].map((one) => resolveMeta(root, one));
  return Object.assign({}, ...bases, own);
}

/** True for meta-schemas of files that a form can change. */
export const isSettingsMeta = (file: string, meta: unknown): meta is MetaNode =>
  file.startsWith('meta/') && isRecord(meta) && meta['x-studio'] === true;

/** Returns the titles, descriptions and labels that the Studio shows, with their nodes' JSON pointers. */
export function settingTexts(meta: unknown, path: TextPath = []): { text: string; path: string }[] {
  if (!isRecord(meta)) return [];
  const isShown = (path.length > 0 && meta['x-studio']) || path.at(-1) === 'x-add' || path.at(-2) === 'ask';
  const labels = isRecord(meta['x-labels']) ? Object.values(meta['x-labels']) : [];
  const own = [...(isShown ? [meta.title, meta.description] : []), ...labels];
  const ask = path.at(-1) === 'x-add' && Array.isArray(meta.ask) ? meta.ask : [];
  return [
    ...own.flatMap((text) => (typeof text === 'string' ? [{ text, path: toPointer(path) }] : [])),
    ...Object.entries(meta).flatMap(([name, inner]) => settingTexts(inner, [...path, name])),
    ...ask.flatMap((one, index) => settingTexts(one, [...path, 'ask', index])),
  ];
}

type Translations = Readonly<Record<string, string>>;

/** Translates a meta-schema's titles, descriptions and labels. */
export function translateMeta(meta: unknown, translations: Translations): unknown {
  if (Array.isArray(meta)) return meta.map((one) => translateMeta(one, translations));
  if (!isRecord(meta)) return meta;
  const inner = Object.entries(meta).map(([name, value]) => {
    if (name === 'x-labels' && isRecord(value)) return [name, translateLabels(value, translations)];
    const isText = typeof value === 'string' && (name === 'title' || name === 'description');
    return [name, isText ? (translations[value] ?? value) : translateMeta(value, translations)];
  });
  return Object.fromEntries(inner);
}

const translateLabels = (labels: Record<string, unknown>, translations: Translations) =>
  Object.fromEntries(Object.entries(labels).map(([value, text]) => [value, translations[String(text)] ?? text]));

/** Adds the known values of `x-ids` as an enum with labels. */
export function withKnownIds(meta: unknown, files: SchemaFiles): unknown {
  if (Array.isArray(meta)) return meta.map((one) => withKnownIds(one, files));
  if (!isRecord(meta)) return meta;
  const inner = Object.entries(meta).map(([name, value]) => [name, withKnownIds(value, files)]);
  const labels = typeof meta['x-ids'] === 'string' ? knownIds(meta['x-ids'], files) : undefined;
  return Object.fromEntries([
    ...inner,
    ...(labels ? [['enum', Object.keys(labels)] as const, ['x-labels', labels] as const] : []),
  ]);
}

function knownIds(place: string, files: SchemaFiles): Record<string, string> {
  const title = (value: unknown, id: string) => (isRecord(value) && typeof value.title === 'string' ? value.title : id);
  const [file = '', pointer = ''] = place.split('#');
  const found = file === '*.schema.json' ? sectionSchemas(files) : getIn(files[file], splitPointer(pointer));
  return isRecord(found) ? Object.fromEntries(Object.entries(found).map(([id, one]) => [id, title(one, id)])) : {};
}
