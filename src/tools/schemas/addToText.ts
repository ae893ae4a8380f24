import { isRecord, toPointer } from '../../model/answers/paths';
import type { Path } from '../../model/types';

/**
 * Adds members and rows to JSON text without changing other lines. Throws if `next` changes or removes anything.
 * `('{\n "a": 1\n}\n', { a: 1, b: 2 })` → `'{\n "a": 1,\n "b": 2\n}\n'`
 */
export function addToText(text: string, next: unknown): string {
  const spans = spansOf(text);
  const inserts = additions(text, spans, JSON.parse(text), next, []);
  const added = inserts
    .sort((a, b) => b.at - a.at)
    .reduce((now, { at, insert }) => now.slice(0, at) + insert + now.slice(at), text);
  if (JSON.stringify(JSON.parse(added)) !== JSON.stringify(next)) throw new Error('More than additions were asked for');
  return added;
}

interface Insert {
  at: number;
  insert: string;
}

type Spans = ReadonlyMap<string, { start: number; end: number }>;

function additions(text: string, spans: Spans, old: unknown, next: unknown, path: Path): Insert[] {
  const [was, now] = [entriesOf(old), entriesOf(next)];
  const inner = was.flatMap(([key, value], n) => additions(text, spans, value, now[n]?.[1], [...path, key]));
  const more = now.slice(was.length);
  const [last] = was.at(-1) ?? [];
  const place = spans.get(toPointer(last === undefined ? path : [...path, last]));
  if (more.length === 0 || !place) return inner;
  const values = more.map(([key, value]) => ({ name: isRecord(next) ? `${JSON.stringify(key)}: ` : '', value }));
  if (last === undefined)
    return [{ at: place.start + 1, insert: values.map((one) => one.name + JSON.stringify(one.value)).join(', ') }];
  const line = text.slice(0, place.start).split('\n').at(-1) ?? '';
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  const isInline = (spans.get(toPointer(path))?.start ?? 0) > text.lastIndexOf('\n', place.start);
  const written = values.map(({ name, value }) =>
    isInline
      ? `, ${name}${JSON.stringify(value)}`
      : `,\n${indent}${name}${JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)}`,
  );
  return [...inner, { at: place.end, insert: written.join('') }];
}

const entriesOf = (node: unknown): [string | number, unknown][] =>
  Array.isArray(node) ? node.map((value, n) => [n, value]) : isRecord(node) ? Object.entries(node) : [];

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

/** Returns the start and end of each value by pointer. */
function spansOf(text: string): Spans {
  const spans = new Map<string, { start: number; end: number }>();
  const open: { path: (string | number)[]; start: number; row?: number; name?: string }[] = [];
  const pathNow = () => {
    const level = open.at(-1);
    return level ? [...level.path, level.row ?? level.name ?? ''] : [];
  };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const level = open.at(-1);
    if (token === '{' || token === '[') open.push({ path: pathNow(), start: index, ...(token === '[' && { row: 0 }) });
    else if (token === '}' || token === ']') {
      const closed = open.pop();
      if (closed) spans.set(toPointer(closed.path), { start: closed.start, end: index + 1 });
    } else if (token === ',' && level) {
      if (level.row !== undefined) level.row++;
      level.name = undefined;
    } else if (token === ':') continue;
    else if (level && level.row === undefined && level.name === undefined) level.name = JSON.parse(token);
    else spans.set(toPointer(pathNow()), { start: index, end: index + token.length });
  }
  return spans;
}
