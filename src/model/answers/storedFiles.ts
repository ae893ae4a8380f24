import type { StoredDocument } from '../formContext';
import type { Answers, SchemaNode, UiNode } from '../types';
import { findUi, isRecord, ownMember } from './paths';

export interface FilePlace {
  /** Undefined until the applicant selects the document type. */
  documentId: number | undefined;
  sourceId: number;
}

/** Returns the document type and source of a field's files (docs/keywords.md). */
export function filePlace(
  schema: SchemaNode,
  options: { documentIdFrom?: unknown; sourceId?: unknown },
  siblings: Answers,
): FilePlace {
  const documentId = options.documentIdFrom
    ? ownMember(siblings, String(options.documentIdFrom))
    : (schema['x-document'] ?? schema.items?.['x-document']);
  return {
    documentId: documentId === undefined ? undefined : Number(documentId),
    sourceId: Number(options.sourceId ?? siblings.id ?? 0),
  };
}

/** Fills matching fields with stored files that aren't in `answers`. Returns `answers` itself if nothing is added. */
export function withStoredFiles(
  { schema, ui }: { schema: SchemaNode; ui: UiNode },
  answers: Answers,
  documents: readonly StoredDocument[],
): Answers {
  const named = new Set(listTexts(answers));
  const left = documents.filter(({ blob_path }) => !named.has(blob_path));
  return left.length > 0 ? fillGroup(schema, ui, answers, left) : answers;
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

/** Returns the group filled with matching files, which are removed from `left`. */
function fillGroup(schema: SchemaNode, ui: UiNode, group: Answers, left: StoredDocument[]): Answers {
  const changed = Object.entries(schema.properties ?? {}).flatMap(([name, node]) => {
    const before = ownMember(group, name);
    const after = fillMember(node, findUi(ui, name), before, group, left);
    return after === before ? [] : [[name, after] as const];
  });
  if (changed.length === 0) return group;
  const filled = Object.fromEntries(changed);
  return { ...group, ...answersBefore(schema, ui, group, filled), ...filled };
}

function answersBefore({ properties = {} }: SchemaNode, ui: UiNode, group: Answers, filled: Answers): Answers {
  const questions = Object.entries(properties).flatMap(([name, node]) => {
    const { deletes } = findUi(findUi(ui, name), 'ui:options');
    if (!isRecord(deletes) || !(String(deletes.files) in filled)) return [];
    if ((ownMember(group, name) ?? '') !== '') return [];
    const other = node.enum?.find((value) => value !== deletes.on);
    return other === undefined ? [] : [[name, other] as const];
  });
  return Object.fromEntries(questions);
}

function fillMember(node: SchemaNode, ui: UiNode, value: unknown, siblings: Answers, left: StoredDocument[]): unknown {
  if (ui['ui:widget'] === 'Upload') return fillField(node, ui, value, siblings, left);
  if (isRecord(value)) return fillGroup(node, ui, value, left);
  if (value === undefined && node.properties) return fillMissing(node, ui, left);
  const { items } = node;
  if (!Array.isArray(value) || !items) return value;
  const rows = value.map((row) => (isRecord(row) ? fillGroup(items, findUi(ui, 'items'), row, left) : row));
  return rows.some((row, index) => row !== value[index]) ? rows : value;
}

function fillMissing(node: SchemaNode, ui: UiNode, left: StoredDocument[]): Answers | undefined {
  const filled = fillGroup(node, ui, {}, left);
  return Object.keys(filled).length > 0 ? filled : undefined;
}

function fillField(node: SchemaNode, ui: UiNode, value: unknown, siblings: Answers, left: StoredDocument[]): unknown {
  const { documentIdFrom, sourceId: fixed } = findUi(ui, 'ui:options');
  const { documentId, sourceId } = filePlace(node, { documentIdFrom, sourceId: fixed }, siblings);
  const paths: unknown[] = Array.isArray(value) ? value : [value].filter(Boolean);
  const most = node.type === 'array' ? Number(node.maxItems ?? Number.POSITIVE_INFINITY) : 1;
  const own = left.filter(({ document_id, source_id }) => document_id === documentId && source_id === sourceId);
  const added = own.slice(0, most - paths.length);
  if (added.length === 0) return value;
  for (const one of added) left.splice(left.indexOf(one), 1);
  const all = [...paths, ...added.map(({ blob_path }) => blob_path)];
  return node.type === 'array' ? all : all[0];
}
