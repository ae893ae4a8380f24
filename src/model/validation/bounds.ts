import { isRecord } from '../answers/paths';
import type { SchemaNode } from '../types';

export const bounds = {
  depth: 40,
  /** Members per object or list. */
  members: 500,
  totalMembers: 10_000,
  /** Rows of lists without `maxItems`. */
  rows: 100,
  /** UTF-16 code units. */
  characters: 2000,
  unknownMembers: 20,
  errors: 100,
} as const;

export function boundErrors<E extends { path: readonly unknown[] }>(errors: E[]): E[] {
  if (errors.length <= bounds.errors) return errors;
  return [...errors].sort((a, b) => a.path.length - b.path.length).slice(0, bounds.errors);
}

/**
 * Measures JSON: `'{"a":[1,2]}'` → `'within'`, 501 rows → `'wide'`, 50 nested lists → `'deep'`. Invalid JSON can be
 * `'within'`.
 */
export function measureJson(json: string): 'within' | 'wide' | 'deep' {
  const counts: number[] = [];
  let total = 0;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(json, at);
    else if (sign === COMMA) counts.push((counts.pop() ?? 0) + 1);
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) counts.push(0);
    else {
      if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) counts.pop();
      continue;
    }
    if (sign !== QUOTE) total += 1;
    if (counts.length > bounds.depth + 1) return 'deep';
    if (total >= bounds.totalMembers || (counts.at(-1) ?? 0) >= bounds.members) return 'wide';
  }
  return 'within';
}

export function isDeep(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(json, at);
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) depth += 1;
    else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1;
    if (depth > bounds.depth + 1) return true;
  }
  return false;
}

const [QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'",[]{}'].map((sign) =>
  sign.charCodeAt(0),
);

function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}

/** Cuts answers that are over the limits. Validation still rejects them. */
export function clip<T>(schema: SchemaNode, answers: T): T {
  return clipNode(schema, answers) as T;
}

export function withBounds(node: SchemaNode): SchemaNode {
  if (node.type === 'array') return { ...node, maxItems: maxRows(node) };
  const isFree = node.type === 'string' && !node.enum && !node.oneOf && !node.format;
  return isFree ? { ...node, maxLength: maxCharacters(node) } : node;
}

const maxRows = ({ maxItems }: SchemaNode): number => (typeof maxItems === 'number' ? maxItems : bounds.rows);

const maxCharacters = ({ maxLength }: SchemaNode): number =>
  typeof maxLength === 'number' ? maxLength : bounds.characters;

function clipNode(node: SchemaNode, value: unknown): unknown {
  if (typeof value === 'string')
    return clipText(value, Math.max(bounds.characters, 2 * maxCharacters(node)), node['x-trim']);
  if (Array.isArray(value)) return node.type === 'array' ? clipRows(node, value) : emptyValue(value);
  if (isRecord(value)) return node.properties ? clipMembers(node.properties, value) : emptyValue(value);
  return value;
}

/** Ignores spaces that validation trims. */
function clipText(value: string, most: number, trim: unknown): string {
  if (value.length <= most) return value;
  const text = trim === undefined || value.trim() === '' ? value.trim() : trim === 'end' ? value.trimEnd() : value;
  return text.length > most ? `${text.slice(0, most)}x` : text;
}

function clipRows(node: SchemaNode, rows: unknown[]): unknown[] {
  const clipped = rows.slice(0, maxRows(node) + 1).map((row) => (node.items ? clipNode(node.items, row) : row));
  return clipped.length < rows.length || clipped.some((row, n) => row !== rows[n]) ? clipped : rows;
}

function clipMembers(properties: Record<string, SchemaNode>, record: Record<string, unknown>): Record<string, unknown> {
  let unknownMembers = 0;
  const clipped = Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
    const node = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (node) return [[name, clipNode(node, value)]];
    if (isBlank(value)) return [[name, value]];
    unknownMembers += 1;
    return unknownMembers > bounds.unknownMembers ? [] : [[name, emptyValue(value)]];
  });
  const isSame = unknownMembers <= bounds.unknownMembers && clipped.every(([name, value]) => value === record[name]);
  return isSame ? record : Object.fromEntries(clipped);
}

function emptyValue(value: unknown): unknown {
  if (typeof value === 'string') return isShort(value) ? value : 'x';
  if (!Array.isArray(value) && !isRecord(value)) return value;
  const members = Object.values(value);
  if (members.length <= bounds.unknownMembers && members.every(isShort)) return value;
  return Array.isArray(value) ? [true] : {};
}

const isShort = (value: unknown): boolean =>
  typeof value === 'string' ? value.length <= bounds.characters : typeof value !== 'object' || value === null;

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '') || isEmptyList(value);

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
