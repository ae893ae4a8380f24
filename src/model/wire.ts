import type { StoredDocument } from './formContext';
import { anywhere, branch, isRecord } from './paths';
import type { Answers, PlainSection, SchemaNode, UiNode } from './types';

type Shape = Pick<PlainSection, 'schema' | 'ui'>;
type Documents = readonly Pick<StoredDocument, 'id' | 'blob_path'>[];

/**
 * A section's answers in the shape that the calls give them (`x-wire`, `x-idOf`; spec 001 §3, 002 §3): a choice as value and label,
 * a list of files by their application_document_id, the id of a picture next to its path.
 * `{ state: 'TX', files: ['a/b'] }` → `{ state: { value: 'TX', label: 'TX - Texas' }, files: [{ application_document_id: 7, blob_path: 'a/b' }] }`
 */
export function toWire(shape: Shape, value: Answers, documents: Documents): Answers;
export function toWire(shape: Shape, value: unknown, documents: Documents): unknown;
export function toWire({ schema, ui }: Shape, value: unknown, documents: Documents): unknown {
  if (value === undefined) return undefined;
  if (!isShaped(schema)) return value;
  if (schema['x-wire'] === 'choice') return { value, label: labelOf(schema, ui, value) };
  if (Array.isArray(value)) {
    if (schema['x-wire'] === 'files') return value.map((path) => toFile(path, documents));
    return value.map((row) => toWire({ schema: schema.items ?? {}, ui: branch(ui, 'items') }, row, documents));
  }
  if (!isRecord(value)) return value;
  const nodes = schema.properties ?? {};
  const members = Object.entries(value)
    .filter(([name]) => nodes[name]?.['x-idOf'] === undefined)
    .map(([name, inner]) => {
      const node = nodes[name];
      return [name, node ? toWire({ schema: node, ui: branch(ui, name) }, inner, documents) : inner];
    });
  return { ...Object.fromEntries(members), ...idsIn(nodes, value, documents) };
}

/**
 * The way back; the plain value of a choice and the plain path of a file are taken, too. An id stands for its file and goes;
 * one that is no document's here stays, to be refused.
 */
export function fromWire(schema: SchemaNode, value: Answers, documents: Documents): Answers;
export function fromWire(schema: SchemaNode, value: unknown, documents: Documents): unknown;
export function fromWire(schema: SchemaNode, value: unknown, documents: Documents): unknown {
  if (schema['x-wire'] === 'choice') return plainChoice(value);
  if (Array.isArray(value)) {
    if (schema['x-wire'] === 'files') return value.map((file) => toPath(file, documents));
    return value.map((row) => fromWire(schema.items ?? {}, row, documents));
  }
  if (!isRecord(value)) return value;
  const nodes = schema.properties ?? {};
  const members = Object.entries(value).map(([name, inner]) => [
    name,
    nodes[name] ? fromWire(nodes[name], inner, documents) : inner,
  ]);
  return withoutIds(nodes, Object.fromEntries(members), documents);
}

const isShaped = anywhere((node) => node['x-wire'] !== undefined || node['x-idOf'] !== undefined);

/** A choice without its label: `{ value: 'TX', label: 'TX - Texas' }` → `'TX'`; anything else as it is. */
export function plainChoice(value: unknown): unknown {
  return isRecord(value) && 'value' in value ? value.value : value;
}

/** Where an id is given that names no document: `[['have_pet', 'fields', 0, 'pet_id']]`. */
export function strangeIds(schema: SchemaNode, value: unknown, at: (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return value.flatMap((row, n) => strangeIds(schema.items ?? {}, row, [...at, n]));
  if (!isRecord(value)) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, node]) =>
    node['x-idOf'] !== undefined && value[name] !== undefined
      ? [[...at, name]]
      : strangeIds(node, value[name], [...at, name]),
  );
}

function labelOf({ enum: options = [] }: SchemaNode, ui: UiNode, value: unknown): string {
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

/** The members of an object that are the id of the file in another one: `[['pet_id', 'file']]`. */
function idsOf(nodes: Record<string, SchemaNode>): [string, string][] {
  return Object.entries(nodes).flatMap(([name, node]) =>
    typeof node['x-idOf'] === 'string' ? [[name, node['x-idOf']]] : [],
  );
}

function idsIn(nodes: Record<string, SchemaNode>, row: Record<string, unknown>, documents: Documents) {
  const ids = idsOf(nodes).map(([name, file]) => [name, documents.find((one) => one.blob_path === row[file])?.id]);
  return Object.fromEntries(ids.filter(([, id]) => id !== undefined));
}

function withoutIds(nodes: Record<string, SchemaNode>, row: Record<string, unknown>, documents: Documents) {
  const left = { ...row };
  for (const [name, file] of idsOf(nodes)) {
    const found = documents.find((one) => one.id === Number(row[name]));
    left[file] ??= found?.blob_path;
    if (left[file] === undefined) delete left[file];
    if (left[file] !== undefined || !row[name]) delete left[name];
  }
  return left;
}
