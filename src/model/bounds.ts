import { isRecord } from './paths';
import type { SchemaNode } from './types';

/** How large a request or an answer may be before anybody judges what it says; no form comes near any of it. */
export const bounds = {
  /** Objects and lists within one another. */
  depth: 40,
  /** Members of one object or rows of one list, on the wire. */
  members: 500,
  /** All of these together. */
  whole: 10_000,
  /** Rows of a list whose schema names no `maxItems`. */
  rows: 100,
  /** Letters of a text, and twice what its schema names where that is more: a letter may be two units long. */
  letters: 2000,
  /** Members of one object that its schema does not know and that are still looked at. */
  strangers: 20,
  /** Errors that one verdict tells. */
  errors: 100,
} as const;

/** As many errors as one verdict tells; where there are more, what is said of a whole list or group comes before what is said within it. */
export function boundErrors<E extends { path: readonly unknown[] }>(errors: E[]): E[] {
  if (errors.length <= bounds.errors) return errors;
  return [...errors].sort((a, b) => a.path.length - b.path.length).slice(0, bounds.errors);
}

/**
 * Whether JSON may be parsed, judged by its text: `'{"a":[1,2]}'` → 'within', a list of 501 rows → 'wide', 50 lists within each other →
 * 'deep'. One pass without memory for what it reads; text that is no JSON may be called 'within', the parser refuses it.
 */
export function extentOf(json: string): 'within' | 'wide' | 'deep' {
  const counts: number[] = [];
  let whole = 0;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(json, at);
    else if (sign === COMMA) counts.push((counts.pop() ?? 0) + 1);
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) counts.push(0);
    else {
      if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) counts.pop();
      continue;
    }
    if (sign !== QUOTE) whole += 1;
    // The outermost is no depth yet.
    if (counts.length > bounds.depth + 1) return 'deep';
    if (whole >= bounds.whole || (counts.at(-1) ?? 0) >= bounds.members) return 'wide';
  }
  return 'within';
}

const [QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'",[]{}'].map((sign) =>
  sign.charCodeAt(0),
);

/** Where the text ends that begins at `start`; the end of it all where it does not. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}

/**
 * The answers with nothing in them longer or wider than a verdict needs to refuse it: a list of 12,000 rows where 20 are allowed comes back
 * with 21, a text with one letter too many. What is within bounds comes back as it is, itself. What changes is refused by a schema whose
 * lists and texts name their bounds, as `withBounds` has them do.
 */
export function clip<T>(schema: SchemaNode, answers: T): T {
  // Of the same shape: lists stay lists, objects stay objects.
  return clipNode(schema, answers) as T;
}

/** A list or a text that names no bound, with one of ours; options and dates need none. */
export function withBounds(node: SchemaNode): SchemaNode {
  if (node.type === 'array') return { ...node, maxItems: mostRows(node) };
  const isFree = node.type === 'string' && !node.enum && !node.oneOf && !node.format;
  return isFree ? { ...node, maxLength: mostLetters(node) } : node;
}

const mostRows = ({ maxItems }: SchemaNode): number => (typeof maxItems === 'number' ? maxItems : bounds.rows);

const mostLetters = ({ maxLength }: SchemaNode): number => (typeof maxLength === 'number' ? maxLength : bounds.letters);

function clipNode(node: SchemaNode, value: unknown): unknown {
  if (typeof value === 'string')
    return clipText(value, Math.max(bounds.letters, 2 * mostLetters(node)), node['x-trim']);
  if (Array.isArray(value)) return node.type === 'array' ? clipRows(node, value) : emptied(value);
  if (isRecord(value)) return node.properties ? clipMembers(node.properties, value) : emptied(value);
  return value;
}

/** Ends in a letter, since blanks at an end are no part of most answers. */
function clipText(value: string, most: number, trim: unknown): string {
  if (value.length <= most) return value;
  const text = trim === undefined || value.trim() === '' ? value.trim() : trim === 'end' ? value.trimEnd() : value;
  return text.length > most ? `${text.slice(0, most)}x` : text;
}

function clipRows(node: SchemaNode, rows: unknown[]): unknown[] {
  const clipped = rows.slice(0, mostRows(node) + 1).map((row) => (node.items ? clipNode(node.items, row) : row));
  return clipped.length < rows.length || clipped.some((row, n) => row !== rows[n]) ? clipped : rows;
}

function clipMembers(properties: Record<string, SchemaNode>, record: Record<string, unknown>): Record<string, unknown> {
  let strangers = 0;
  const clipped = Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
    const node = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (node) return [[name, clipNode(node, value)]];
    if (isBlank(value)) return [[name, value]];
    strangers += 1;
    return strangers > bounds.strangers ? [] : [[name, emptied(value)]];
  });
  const isSame = strangers <= bounds.strangers && clipped.every(([name, value]) => value === record[name]);
  return isSame ? record : Object.fromEntries(clipped);
}

/** What no schema knows is refused as what it is: a text, a list or an object, whatever that holds. */
function emptied(value: unknown): unknown {
  if (typeof value === 'string') return isShort(value) ? value : 'x';
  if (!Array.isArray(value) && !isRecord(value)) return value;
  const members = Object.values(value);
  if (members.length <= bounds.strangers && members.every(isShort)) return value;
  return Array.isArray(value) ? [true] : {};
}

const isShort = (value: unknown): boolean =>
  typeof value === 'string' ? value.length <= bounds.letters : typeof value !== 'object' || value === null;

/** Such a member is dropped before any verdict. */
const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '') || isEmptyList(value);

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
