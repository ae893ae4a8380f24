import { findUi, isRecord, matchesAnyNode, ownMember } from '../../../model/answers/paths';
import { mapSections, type StepAnswers } from '../../../model/answers/stepBody';
import type { StoredDocument } from '../../../model/formContext';
import { idsSharingField } from '../../../model/section/documentTypes';
import type { Answers, Path, PlainSection, SchemaNode, UiNode } from '../../../model/types';

export interface DocumentReference {
  path: Path;
  blobPath: unknown;
  documentId: number;
}

export function documentReferences(schema: SchemaNode, answers: unknown, at: Path = []): DocumentReference[] {
  const documentId = schema['x-document'];
  if (documentId !== undefined)
    return listPaths(answers, at).map(([path, blobPath]) => ({ path, blobPath, documentId }));
  if (Array.isArray(answers))
    return answers.flatMap((row, n) => documentReferences(schema.items ?? {}, row, [...at, n]));
  if (!isRecord(answers)) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, node]) =>
    documentReferences(node, ownMember(answers, name), [...at, name]),
  );
}

function listPaths(value: unknown, at: Path): [Path, unknown][] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value.map((one, n) => [[...at, n], one]) : [[at, value]];
}

export function isDocument({ blobPath, documentId }: DocumentReference, documents: readonly StoredDocument[]): boolean {
  const types = idsSharingField(documentId);
  return documents.some((one) => one.blob_path === blobPath && types.includes(one.document_id));
}

/** Removes deleted files from the answers, and fields that depend on a deleted file (`ui:options.clears`). */
export function dropLostDocuments(
  all: StepAnswers,
  sectionOf: (section: string) => Pick<PlainSection, 'schema' | 'ui'>,
  documents: readonly StoredDocument[],
): StepAnswers {
  const paths = new Set(documents.map((one) => one.blob_path));
  return mapSections(all, (answers, section) => {
    const { schema, ui } = sectionOf(section);
    return removeLost(schema, ui, answers, paths);
  });
}

function removeLost(schema: SchemaNode, ui: UiNode, value: Answers, paths: ReadonlySet<string>): Answers;
function removeLost(schema: SchemaNode, ui: UiNode, value: unknown, paths: ReadonlySet<string>): unknown;
function removeLost(schema: SchemaNode, ui: UiNode, value: unknown, paths: ReadonlySet<string>): unknown {
  if (schema['x-document'] !== undefined) return keepExisting(value, paths);
  if (!holdsFiles(schema)) return value;
  if (Array.isArray(value)) return value.map((row) => removeLost(schema.items ?? {}, findUi(ui, 'items'), row, paths));
  if (!isRecord(value)) return value;
  const remaining = Object.entries(value).map(([name, inner]) => {
    const node = ownMember(schema.properties, name);
    return [name, node ? removeLost(node, findUi(ui, name), inner, paths) : inner];
  });
  const cleared = Object.keys(value).flatMap((name) =>
    hasLost(schema, value, name, paths) ? clearedFields(ui, name) : [],
  );
  return Object.fromEntries(
    remaining.filter(([name, inner]) => inner !== undefined && !cleared.includes(String(name))),
  );
}

const holdsFiles = matchesAnyNode((node) => node['x-document'] !== undefined);

function keepExisting(value: unknown, paths: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.filter((one) => paths.has(one));
  return paths.has(String(value)) ? value : undefined;
}

function hasLost(schema: SchemaNode, value: Answers, name: string, paths: ReadonlySet<string>): boolean {
  if (schema.properties?.[name]?.['x-document'] === undefined) return false;
  return [value[name]].flat().some((one) => !paths.has(String(one)));
}

function clearedFields(ui: UiNode, name: string): string[] {
  const { clears: names } = findUi(findUi(ui, name), 'ui:options');
  return Array.isArray(names) ? names : [];
}
