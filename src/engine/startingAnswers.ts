import { findUi, isRecord, ownMember } from '../model/answers/paths';
import type { Answers, SchemaNode, UiNode } from '../model/types';
import { entriesOptions, listOptions } from './uiOptions';

/** Merges stored answers, defaults and required rows. */
export function startingAnswers(schema: SchemaNode, ui: UiNode, stored: Answers): Answers {
  return filledRecord(schema, ui, stored);
}

export function newRow(list: SchemaNode, ui: UiNode, index: number): Record<string, unknown> {
  const first = index === 0 ? listOptions(ui).first : undefined;
  return { ...filledRecord(list.items ?? {}, findUi(ui, 'items'), {}), ...first };
}

function filled(schema: SchemaNode, ui: UiNode, value: unknown, min = listOptions(ui).min ?? 0): unknown {
  if (schema.type === 'object') return filledRecord(schema, ui, isRecord(value) ? value : {});
  if (schema.type === 'array' && schema.items?.type === 'object' && !ui['ui:widget'])
    return filledRows(schema, ui, value, min);
  return value ?? schema.default;
}

function filledRecord(schema: SchemaNode, ui: UiNode, record: Record<string, unknown>): Answers {
  const added = Object.entries(schema.properties ?? {}).flatMap(([name, node]) => {
    // Answering Yes adds these rows.
    const min = entriesOptions(ui)?.list === name ? 0 : undefined;
    const stored = ownMember(record, name);
    const value = filled(node, findUi(ui, name), stored, min);
    return value === undefined || isEmptyGroup(value, stored) ? [] : [[name, value] as const];
  });
  return { ...record, ...Object.fromEntries(added) };
}

function filledRows(schema: SchemaNode, ui: UiNode, value: unknown, min: number): unknown {
  const rows: unknown[] = Array.isArray(value) ? value : [];
  const full = rows.map((row) => filled(schema.items ?? {}, findUi(ui, 'items'), row));
  while (full.length < min) full.push(newRow(schema, ui, full.length));
  return full.length || value !== undefined ? full : undefined;
}

function isEmptyGroup(value: unknown, stored: unknown): boolean {
  return stored === undefined && isRecord(value) && Object.keys(value).length === 0;
}
