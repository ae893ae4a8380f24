import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { isRecord, recordsIn, setIn } from '../../../model/answers/paths';
import type { StepAnswers } from '../../../model/answers/stepBody';
import { documentTypes, hasRole } from '../../../model/section/documentTypes';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { createSampleDocument, type DrawnDocument, hasSample } from './createSampleDocument';

export type Json = Record<string, unknown>;

export interface App {
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
}

export type Caller = ReturnType<typeof createCaller>;

export function createCaller(app: App) {
  return async (
    method: 'GET' | 'POST',
    url: string,
    payload: Json | Buffer | undefined,
    headers: Record<string, string>,
  ) => {
    const answer = await app.inject({ method, url: `/api${url}`, payload, headers });
    if (answer.statusCode !== 200) throw new Error(`The demo's ${url} returned ${answer.statusCode}: ${answer.body}`);
    return answer.json().records;
  };
}

export type Credentials = Record<'email' | 'authorization' | 'trn_id', string>;

type Uploader = ReturnType<typeof createUploader>;

export function createUploader({ clock }: Pick<ApplicationDeps, 'clock'>, send: Caller, credentials: Credentials) {
  const today = clock().toISOString().slice(0, 10);
  const upload = async ({ documentId: type, name, content }: DrawnDocument, source: number): Promise<string> => {
    const fields = {
      trn_id: credentials.trn_id,
      document_id: String(type),
      source_id: String(source),
      allowOfferLetter: 'false',
    };
    const { body, type: contentType } = multipart(fields, { name, content });
    return (await send('POST', '/applicant/document', body, { ...credentials, 'content-type': contentType })).blob_path;
  };
  return async (names: string[]): Promise<{ paths: string[]; source: number }> => {
    const drawn = await Promise.all(names.map((name) => createSampleDocument(name, today)));
    const type = drawn[0]?.documentId;
    const isSource = type !== undefined && hasRole('source', type);
    const source = isSource ? await send('POST', '/income/addsource', { document_id: type }, credentials) : { id: 0 };
    const paths: string[] = [];
    for (const sample of drawn) paths.push(await upload(sample, source.id));
    return { paths, source: source.id };
  };
}

const BOUNDARY = '----demo';

function multipart(fields: Record<string, string>, { name, content }: Pick<DrawnDocument, 'name' | 'content'>) {
  const part = (about: string, rest: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${about}\r\n${rest}`;
  const head = [
    ...Object.entries(fields).map(([key, value]) => part(`name="${key}"`, `\r\n${value}\r\n`)),
    part(`name="files"; filename="${name}"`, 'Content-Type: application/octet-stream\r\n\r\n'),
  ];
  const body = Buffer.concat([Buffer.from(head.join('')), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  return { body, type: `multipart/form-data; boundary=${BOUNDARY}` };
}

const isFile = (value: unknown): value is { document: string } => isRecord(value) && 'document' in value;

interface FileContext {
  line: string;
  put: Uploader;
}

/**
 * Uploads the named documents and replaces their names with paths. Replaces drawings with the signature. If a field has
 * no sample, postpones all documents in its row.
 */
export async function addFiles(node: unknown, filling: FileContext): Promise<unknown> {
  if (Array.isArray(node)) return mapInOrder(node, (one) => addFiles(one, filling));
  if (!isRecord(node)) return node;
  if ('drawing' in node) return filling.line;
  const files = Object.entries(node).flatMap(([name, value]) => {
    const given = [value].flat().filter(isFile);
    return given.length > 0
      ? [{ name, given: given.map(({ document }) => document), isList: Array.isArray(value) }]
      : [];
  });
  const isThere = files.every(({ given }) => given.some(hasSample));
  if (!isThere)
    return postponeFiles(
      node,
      files.map(({ name }) => name),
      filling,
    );
  const rest = Object.entries(node).filter(([name]) => files.every((file) => file.name !== name));
  const kept = await mapInOrder(rest, async ([name, value]) => [name, await addFiles(value, filling)] as const);
  const put = await mapInOrder(files, async ({ name, given, isList }) => {
    const { paths, source } = await filling.put(given.filter(hasSample));
    return { ...(source > 0 && { id: source }), [name]: isList ? paths : paths[0] };
  });
  return Object.assign(Object.fromEntries(kept), ...put);
}

async function mapInOrder<T, R>(all: readonly T[], make: (one: T) => Promise<R>): Promise<R[]> {
  const made: R[] = [];
  for (const one of all) made.push(await make(one));
  return made;
}

async function postponeFiles(node: Json, files: string[], filling: FileContext): Promise<Json> {
  const removed = new Set([...files, 'documenttype_id', 'allowOfferLetter']);
  const kept = Object.entries(node).filter(([name]) => !removed.has(name));
  const postponed = kept.filter(([name, value]) => name.startsWith('availableToUpload') && value === 'Yes');
  return {
    ...Object.fromEntries(
      await mapInOrder(kept, async ([name, value]) => [name, await addFiles(value, filling)] as const),
    ),
    ...Object.fromEntries(postponed.map(([name]) => [name, 'No'])),
    ...(postponed.length > 0 && { no_doc_reason: 'later' }),
  };
}

export async function addSources(answers: StepAnswers, send: Caller, credentials: Credentials): Promise<StepAnswers> {
  let next = answers;
  for (const { id: document_id, rows } of documentTypes())
    for (const [index, row] of recordsIn(rows && next[rows.section]?.[rows.list]).entries())
      if (rows && row.id === undefined) {
        const { id } = await send('POST', '/income/addsource', { document_id }, credentials);
        next = setIn(next, [rows.section, rows.list, index, 'id'], id);
      }
  return next;
}
