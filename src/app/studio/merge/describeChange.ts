import type { Messages } from '../../../messages/files';
import { isRecord } from '../../../model/answers/paths';
import { fillText } from '../../../model/messages/fillText';
import { ORDER } from '../../../model/studio/merge/mergeJson';
import { nodeAt } from '../../../model/studio/sectionFile';
import type { SchemaNode } from '../../../model/types';

type Words = Messages<'studio'>['merge'];

interface Point {
  file: string;
  path: readonly string[];
}

export interface Reader {
  words: Words;
  schemaOf(section: string): SchemaNode | undefined;
}

/** Describes a changed place in plain words: `{ place: 'Apartment or unit', what: 'Label' }`. */
export function describePoint({ file, path }: Point, reader: Reader): { place: string; what: string } {
  const { words } = reader;
  const [, folder = '', name = '', kind = ''] = /^(?:(\w+)\/)?([^.]+)\.(?:(schema|ui)\.)?json$/.exec(file) ?? [];
  if (path.length === 0) return { place: file, what: words.whole };
  if (kind === 'schema' || folder === 'definitions') return describeSchema(file, name, schemaPath(path), reader);
  if (kind === 'ui') return describeSchema(file, name, uiPath(path), reader);
  if (path[0] === 'texts')
    return { place: fillText(words.translation, { language: name }), what: path.slice(1).join() };
  if (path[0] === 'translations')
    return { place: fillText(words.translation, { language: path[1] }), what: path.slice(2).join() };
  if (path[0] === 'wording' && path[3]) {
    const field = (path[2] ?? '').split('/');
    return describeSchema(file, path[1] ?? '', { field, rest: path.slice(3) }, reader);
  }
  if (path.length === 2) return { place: path[1] ?? '', what: words.setting };
  return { place: file, what: path.join(' › ') };
}

interface FieldPoint {
  field: string[];
  rest: readonly string[];
}

/** `['properties', 'pet', 'title']` → `{ field: ['pet'], rest: ['title'] }` */
function schemaPath(path: readonly string[]): FieldPoint {
  const [part, name] = path;
  if (part === 'properties' && name !== undefined && name !== ORDER) return below(name, schemaPath(path.slice(2)));
  if (part === 'items') return below('[]', schemaPath(path.slice(1)));
  return { field: [], rest: path };
}

/** `['address', 'items', 'city', 'ui:help']` → `{ field: ['address', '[]', 'city'], rest: ['ui:help'] }` */
function uiPath(path: readonly string[]): FieldPoint {
  const [part] = path;
  if (part === undefined || part === ORDER || part.startsWith('ui:')) return { field: [], rest: path };
  return below(part === 'items' ? '[]' : part, uiPath(path.slice(1)));
}

const below = (name: string, { field, rest }: FieldPoint): FieldPoint => ({ field: [name, ...field], rest });

function describeSchema(file: string, section: string, { field, rest }: FieldPoint, { words, schemaOf }: Reader) {
  const schema = schemaOf(section);
  const label = (path: readonly string[]) => nodeAt(schema, path)?.title ?? (path.at(-1) || schema?.title || file);
  const [part = '', entry] = rest;
  if (part === 'required' && entry !== undefined && entry !== ORDER)
    return { place: label([...field, String(JSON.parse(entry))]), what: words.required };
  return { place: label(field), what: rest.includes(ORDER) ? words.order : describePart(part, entry, words) };
}

function describePart(part: string, entry: string | undefined, words: Words): string {
  const names: Record<string, string | undefined> = words.parts;
  if (part === '') return words.question;
  if (['oneOf', 'enum', 'options'].includes(part) && entry !== undefined)
    return fillText(words.option, { name: entry.replace(/^const:/, '').replaceAll('"', '') });
  if (['x-messages', 'messages'].includes(part) && entry !== undefined) return fillText(words.message, { name: entry });
  return names[part] ?? part;
}

const MAX_SHOWN = 300;

export function describeValue(value: unknown, words: Words): string {
  const text = toText(value, words);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function toText(value: unknown, words: Words): string {
  if (value === undefined || value === '') return words.none;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value)) return value.map((one) => toText(one, words)).join(', ');
  if (!isRecord(value)) return String(value);
  const named = value.title ?? value.label ?? value.const;
  return named === undefined ? JSON.stringify(value) : toText(named, words);
}
