import { branch, isRecord } from '../model/paths';
import type { Answers, SchemaNode, UiNode } from '../model/types';
import { entriesOptions, listOptions } from './uiOptions';

/** The answers a form starts from: what is stored, the defaults of the schema, and the rows a list always has. */
export function startingAnswers(schema: SchemaNode, ui: UiNode, stored: Answers): Answers {
  return filledRecord(schema, ui, stored);
}

/** A new row of a list: the defaults of its schema, and as the first one what the first row always has. */
export function newRow(list: SchemaNode, ui: UiNode, index: number): Record<string, unknown> {
  const first = index === 0 ? listOptions(ui).first : undefined;
  return { ...filledRecord(list.items ?? {}, branch(ui, 'items'), {}), ...first };
}

function filled(schema: SchemaNode, ui: UiNode, value: unknown, min = listOptions(ui).min ?? 0): unknown {
  if (schema.type === 'object') return filledRecord(schema, ui, isRecord(value) ? value : {});
  if (schema.type === 'array' && schema.items?.type === 'object' && !ui['ui:widget'])
    return filledRows(schema, ui, value, min);
  return value ?? schema.default;
}

function filledRecord(schema: SchemaNode, ui: UiNode, record: Record<string, unknown>): Answers {
  const out: Answers = { ...record };
  for (const [name, node] of Object.entries(schema.properties ?? {})) {
    // The rows of a list that goes with a Yes/No come with the Yes.
    const min = entriesOptions(ui)?.list === name ? 0 : undefined;
    const value = filled(node, branch(ui, name), record[name], min);
    if (value !== undefined && !isEmptyGroup(value, record[name])) out[name] = value;
  }
  return out;
}

function filledRows(schema: SchemaNode, ui: UiNode, value: unknown, min: number): unknown {
  const rows: unknown[] = Array.isArray(value) ? value : [];
  const full = rows.map((row) => filled(schema.items ?? {}, branch(ui, 'items'), row));
  while (full.length < min) full.push(newRow(schema, ui, full.length));
  return full.length || value !== undefined ? full : undefined;
}

/** A group that nothing was said about stays absent. */
function isEmptyGroup(value: unknown, stored: unknown): boolean {
  return stored === undefined && isRecord(value) && Object.keys(value).length === 0;
}
