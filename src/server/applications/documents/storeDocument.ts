import { createHash, randomUUID } from 'node:crypto';
import type { StoredDocument } from '../../../model/formContext';
import { documentType, hasRole } from '../../../model/section/documentTypes';
import { seal, unseal } from '../../platform/crypto/seal';
import { StorageUnavailable } from '../../platform/http/storageErrors';
import { enqueue } from '../../platform/jobs/jobRepository';
import type { ApplicationDeps } from '../applicationDeps';
import { refuse } from '../applicationErrors';
import { type DocumentRow, THUMBNAIL } from './documentRepository';
import type { InspectedFile } from './inspectFile';

export interface DocumentPlace {
  trn: string;
  documentId: number;
  sourceId: number;
  name: string;
  offerLetter?: boolean;
  idempotencyKey?: string;
}

export async function storeDocument(
  deps: ApplicationDeps,
  place: DocumentPlace,
  file: InspectedFile,
): Promise<StoredDocument> {
  const blobPath = `applications/${place.trn}/${randomUUID()}.${file.extension}`;
  const key = await deps.keyring.keyOf(place.trn);
  const write = (name: string, content: Buffer) => deps.files.write(name, seal(key, content, fileAdditionalData(name)));
  // In parallel, so that an unresponsive file store costs only one timeout.
  await Promise.all([
    write(blobPath, file.content),
    ...(file.thumbnail ? [write(blobPath + THUMBNAIL, file.thumbnail)] : []),
  ]);
  const stored = await deps.stores.documents.add({
    trn: place.trn,
    document_id: place.documentId,
    source_id: place.sourceId,
    name: cleanName(place.name, file.extension),
    blob_path: blobPath,
    mime: file.mime,
    size: file.content.length,
    digest: createHash('sha256').update(file.content).digest('hex'),
    has_thumbnail: Boolean(file.thumbnail),
    allow_offer_letter: place.offerLetter ?? false,
    isRead: needsReading(place.documentId, file.mime),
    now: deps.clock(),
    idempotencyKey: place.idempotencyKey,
  });
  if (stored !== 'canceled' && stored?.blob_path === blobPath) return stored;
  await removeFiles(deps, { blob_path: blobPath, has_thumbnail: Boolean(file.thumbnail) });
  if (stored === 'canceled') throw refuse('uploadCanceled');
  if (stored) return stored;
  throw refuse('tooManyDocuments');
}

/** Images are read only if a check uses their text. */
function needsReading(documentId: number, mime: string): boolean {
  if (!documentType(documentId)?.isRead) return false;
  return mime === 'application/pdf' || (mime.startsWith('image/') && hasRole('source', documentId));
}

export async function readDocument(
  deps: Pick<ApplicationDeps, 'keyring' | 'files'>,
  document: DocumentRow,
  kind: 'file' | 'thumbnail',
): Promise<Buffer> {
  const name = kind === 'file' ? document.blob_path : document.blob_path + THUMBNAIL;
  return unseal(await deps.keyring.keyOf(document.trn), await deps.files.read(name), fileAdditionalData(name));
}

/** Deletes a document, or withdraws it after submission. Throws `notFound`. */
export async function removeDocument(deps: ApplicationDeps, trn: string, id: number): Promise<void> {
  const removed = await deps.stores.documents.removeOwn(trn, id, deps.clock());
  if (!removed) throw refuse('notFound');
  if (removed !== 'withdrawn') await removeFiles(deps, removed);
}

/** Deletes the file that was uploaded with `key`, or makes sure that it isn't stored later. */
export async function cancelUpload(deps: ApplicationDeps, trn: string, key: string): Promise<void> {
  const removed = await deps.stores.documents.cancelUpload(trn, key, deps.clock());
  if (removed && removed !== 'withdrawn') await removeFiles(deps, removed);
}

export async function deleteDocument(
  deps: Pick<ApplicationDeps, 'stores' | 'db' | 'files'>,
  trn: string,
  id: number,
): Promise<boolean> {
  const row = await deps.stores.documents.remove(trn, id);
  if (row) await removeFiles(deps, row);
  return row !== undefined;
}

async function removeFiles(
  deps: Pick<ApplicationDeps, 'db' | 'files'>,
  document: Pick<DocumentRow, 'blob_path' | 'has_thumbnail'>,
): Promise<void> {
  const { blob_path, has_thumbnail } = document;
  await removeStoredFiles(deps, [blob_path, ...(has_thumbnail ? [blob_path + THUMBNAIL] : [])]);
}

/** If the file store is unavailable, a job deletes the files later. */
export async function removeStoredFiles(
  { db, files }: Pick<ApplicationDeps, 'db' | 'files'>,
  names: string[],
): Promise<void> {
  for (const name of names)
    await files.remove(name).catch(async (cause) => {
      if (!(cause instanceof StorageUnavailable)) throw cause;
      await enqueue(db, 'remove-file', { name });
    });
}

const fileAdditionalData = (name: string) => `file/${name}`;

/** Removes folders and control characters from a file's name, and masks SSNs. */
function cleanName(name: string, extension: string): string {
  const last = name.split(/[\\/]/).pop() ?? '';
  const stem = last
    .replace(/\p{C}/gu, '')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/(?<!\d)\d{3}([- ]?)\d{2}\1(\d{4})(?!\d)/g, '***-**-$2')
    .trim()
    .slice(0, 120);
  return `${stem || 'document'}.${extension}`;
}
