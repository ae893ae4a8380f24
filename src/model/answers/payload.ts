import type { StoredDocument } from '../formContext';
import type { Answers, PlainSection, SchemaNode, UiNode } from '../types';
import { findUi, isRecord, matchesAnyNode, ownMember } from './paths';

type Shape = Pick<PlainSection, 'schema' | 'ui'>;
type Documents = readonly Pick<StoredDocument, 'id' | 'blob_path'>[];

/**
 * Converts answers to a payload (docs/spec/001.md, §3): `{ state: 'TX' }` →
 * `{ state: { value: 'TX', label: 'TX - Texas' } }`.
 */
export function toPayload(shape: Shape, value: Answers, documents: Documents): Answers;
export function toPayload(shape: Shape, value: unknown, documents: Documents): unknown;
export function toPayload({ schema, ui }: Shape, value: unknown, documents: Documents): unknown {
  if (value === undefined) return undefined;
  if (!isShaped(schema)) return value;
  if (schema['x-wire'] === 'choice') return { value, label: findLabel(schema, ui, value) };
  if (Array.isArray(value)) {
    if (schema['x-wire'] === 'files') return value.map((path) => toFile(path, documents));
    return value.map((row) => toPayload({ schema: schema.items ?? {}, ui: findUi(ui, 'items') }, row, documents));
  }
  if (!isRecord(value)) return value;
  const nodes = schema.properties ?? {};
  const members = Object.entries(value)
    .filter(([name]) => ownMember(nodes, name)?.['x-idOf'] === undefined)
    .map(([name, inner]) => {
      const node = ownMember(nodes, name);
      return [name, node ? toPayload({ schema: node, ui: findUi(ui, name) }, inner, documents) : inner];
    });
  return { ...Object.fromEntries(members), ...imagesIn(nodes, value), ...idsIn(nodes, value, documents) };
}

/** Converts a payload to answers. Keeps an unknown document id that has no path, so that validation reports the id. */
export function fromPayload(schema: SchemaNode, value: Answers, documents: Documents): Answers;
export function fromPayload(schema: SchemaNode, value: unknown, documents: Documents): unknown;
export function fromPayload(schema: SchemaNode, value: unknown, documents: Documents): unknown {
  if (schema['x-wire'] === 'choice') return plainChoice(value);
  if (Array.isArray(value)) {
    if (schema['x-wire'] === 'files') return value.map((file) => toPath(file, documents));
    return value.map((row) => fromPayload(schema.items ?? {}, row, documents));
  }
  if (!isRecord(value)) return value;
  const nodes = schema.properties ?? {};
  const images = imageNames(nodes);
  const members = Object.entries(value)
    .filter(([name]) => !images.includes(name))
    .map(([name, inner]) => {
      const node = ownMember(nodes, name);
      return [name, node ? fromPayload(node, inner, documents) : inner];
    });
  return withoutIds(nodes, Object.fromEntries(members), documents);
}

const isShaped = matchesAnyNode((node) => node['x-wire'] !== undefined || node['x-idOf'] !== undefined || isFile(node));

function isFile(node: SchemaNode): boolean {
  return node['x-document'] !== undefined && node.type === 'string';
}

/** `{ value: 'TX', label: 'TX - Texas' }` → `'TX'` */
export function plainChoice(value: unknown): unknown {
  return isRecord(value) && Object.hasOwn(value, 'value') ? value.value : value;
}

/** Returns the paths of ids that `fromPayload` kept: `[['have_pet', 'fields', 0, 'pet_id']]`. */
export function findUnknownIds(
  schema: SchemaNode,
  value: unknown,
  at: (string | number)[] = [],
): (string | number)[][] {
  if (Array.isArray(value)) return value.flatMap((row, n) => findUnknownIds(schema.items ?? {}, row, [...at, n]));
  if (!isRecord(value)) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, node]) =>
    node['x-idOf'] !== undefined && ownMember(value, name) !== undefined
      ? [[...at, name]]
      : findUnknownIds(node, ownMember(value, name), [...at, name]),
  );
}

function findLabel({ enum: options = [] }: SchemaNode, ui: UiNode, value: unknown): string {
  const names = ui['ui:enumNames'];
  const name: unknown = Array.isArray(names) ? names[options.indexOf(value)] : undefined;
  return String(name ?? value);
}

function toFile(path: unknown, documents: Documents): unknown {
  const found = documents.find((one) => one.blob_path === path);
  return found ? { application_document_id: found.id, blob_path: path } : path;
}

function toPath(file: unknown, documents: Documents): unknown {
  if (!isRecord(file)) return file;
  const found = documents.find((one) => one.id === Number(file.application_document_id));
  return found?.blob_path ?? file.blob_path ?? file;
}

function imagesIn(nodes: Record<string, SchemaNode>, row: Record<string, unknown>): Record<string, string> {
  const files = Object.keys(nodes).filter((name) => nodes[name] && isFile(nodes[name]) && row[name] !== undefined);
  return Object.fromEntries(files.map((name) => [imageAddress(name), `/api/files/${row[name]}`]));
}

function imageNames(nodes: Record<string, SchemaNode>): string[] {
  return Object.entries(nodes).flatMap(([name, node]) => (isFile(node) ? imageAddress(name) : []));
}

const imageAddress = (name: string) => `${name}_image`;

function findFileIds(nodes: Record<string, SchemaNode>): [string, string][] {
  return Object.entries(nodes).flatMap(([name, node]) =>
    typeof node['x-idOf'] === 'string' ? [[name, node['x-idOf']]] : [],
  );
}

function idsIn(nodes: Record<string, SchemaNode>, row: Record<string, unknown>, documents: Documents) {
  const ids = findFileIds(nodes).map(([name, file]) => [
    name,
    documents.find((one) => one.blob_path === ownMember(row, file))?.id,
  ]);
  return Object.fromEntries(ids.filter(([, id]) => id !== undefined));
}

function withoutIds(nodes: Record<string, SchemaNode>, row: Record<string, unknown>, documents: Documents) {
  const left = { ...row };
  for (const [name, file] of findFileIds(nodes)) {
    const found = documents.find((one) => one.id === Number(row[name]));
    left[file] ??= found?.blob_path;
    if (left[file] === undefined) delete left[file];
    if (left[file] !== undefined || !row[name]) delete left[name];
  }
  return left;
}
