import { mapSections, type StepAnswers } from '../../model/body';
import { idsTakenFor } from '../../model/documents';
import type { StoredDocument } from '../../model/formContext';
import { anywhere, isRecord } from '../../model/paths';
import type { Answers, Path, SchemaNode } from '../../model/types';

export interface DocumentReference {
  path: Path;
  blobPath: unknown;
  documentId: number;
}

/** Every file that the answers name, with the document type its field asks for. */
export function documentReferences(schema: SchemaNode, answers: unknown, at: Path = []): DocumentReference[] {
  const documentId = schema['x-document'];
  if (documentId !== undefined) return named(answers, at).map(([path, blobPath]) => ({ path, blobPath, documentId }));
  if (Array.isArray(answers))
    return answers.flatMap((row, n) => documentReferences(schema.items ?? {}, row, [...at, n]));
  if (!isRecord(answers)) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, node]) =>
    documentReferences(node, answers[name], [...at, name]),
  );
}

function named(value: unknown, at: Path): [Path, unknown][] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value.map((one, n) => [[...at, n], one]) : [[at, value]];
}

/** Whether the file is one of this application's and of the type its field asks for. */
export function isDocument({ blobPath, documentId }: DocumentReference, documents: readonly StoredDocument[]): boolean {
  const types = idsTakenFor(documentId);
  return documents.some((one) => one.blob_path === blobPath && types.includes(one.document_id));
}

/** Answers without the files that have been deleted since they were saved. */
export function dropLostDocuments(
  all: StepAnswers,
  schemaOf: (section: string) => SchemaNode,
  documents: readonly StoredDocument[],
): StepAnswers {
  const paths = new Set(documents.map((one) => one.blob_path));
  return mapSections(all, (answers, section) => withoutLost(schemaOf(section), answers, paths));
}

function withoutLost(schema: SchemaNode, value: Answers, paths: ReadonlySet<string>): Answers;
function withoutLost(schema: SchemaNode, value: unknown, paths: ReadonlySet<string>): unknown;
function withoutLost(schema: SchemaNode, value: unknown, paths: ReadonlySet<string>): unknown {
  if (schema['x-document'] !== undefined) return kept(value, paths);
  if (!holdsFiles(schema)) return value;
  if (Array.isArray(value)) return value.map((row) => withoutLost(schema.items ?? {}, row, paths));
  if (!isRecord(value)) return value;
  const left = Object.entries(value).map(([name, inner]) => [
    name,
    schema.properties?.[name] ? withoutLost(schema.properties[name], inner, paths) : inner,
  ]);
  return Object.fromEntries(left.filter(([, inner]) => inner !== undefined));
}

const holdsFiles = anywhere((node) => node['x-document'] !== undefined);

function kept(value: unknown, paths: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.filter((one) => paths.has(one));
  return paths.has(String(value)) ? value : undefined;
}
