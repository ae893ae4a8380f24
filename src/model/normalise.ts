import { isRecord } from './paths';
import type { Answers, SchemaNode } from './types';

/**
 * Answers as they are judged and saved: text trimmed as `x-trim` says; blank text, null and empty lists absent; every group of the schema there.
 * `{ a: ' x ', b: '', list: [] }` → `{ a: 'x' }`. Values of a wrong type stay, for the schema to refuse. The argument stays as it is.
 */
export function normalise(schema: SchemaNode, answers: unknown): Answers {
  return tidyRecord(schema, isRecord(answers) ? answers : {});
}

function tidyRecord(schema: SchemaNode, record: Record<string, unknown>): Answers {
  const out: Answers = {};
  for (const [name, value] of Object.entries(record)) {
    const tidied = tidy(schema.properties?.[name], value);
    if (tidied !== undefined) out[name] = tidied;
  }
  for (const [name, node] of Object.entries(schema.properties ?? {}))
    if (node.type === 'object' && out[name] === undefined) out[name] = tidyRecord(node, {});
  return out;
}

function tidy(node: SchemaNode | undefined, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return cut(value, node) || undefined;
  if (Array.isArray(value)) {
    // A row left empty stays in its place, so that the paths of the others still fit.
    const kept = value.map((row) => tidy(node?.items, row) ?? (node?.items?.type === 'object' ? {} : ''));
    return kept.length ? kept : undefined;
  }
  return isRecord(value) ? tidyRecord(node ?? {}, value) : value;
}

/** Blank text is empty whatever is kept of its ends. */
function cut(text: string, node: SchemaNode | undefined): string {
  if (text.trim() === '' || node?.['x-trim'] === undefined) return text.trim();
  return node['x-trim'] === 'end' ? text.trimEnd() : text;
}
