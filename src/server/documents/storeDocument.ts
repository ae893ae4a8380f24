import { createHash, randomUUID } from 'node:crypto';
import { documentType, isOf } from '../../model/documents';
import type { StoredDocument } from '../../model/formContext';
import { seal, unseal } from '../crypto/seal';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { type DocumentRow, THUMBNAIL } from './documentStore';
import type { InspectedFile } from './inspectFile';

export interface DocumentPlace {
  trn: string;
  documentId: number;
  sourceId: number;
  name: string;
  offerLetter?: boolean;
  /** The act it is uploaded in: a second file of the same act is the first one. */
  act?: string;
}

/** Seals an inspected file with its applicant's key, stores it under a name of ours, then writes its row. */
export async function storeDocument(deps: Deps, place: DocumentPlace, file: InspectedFile): Promise<StoredDocument> {
  const blobPath = `applications/${place.trn}/${randomUUID()}.${file.extension}`;
  const key = await deps.keyring.keyOf(place.trn);
  await deps.files.write(blobPath, seal(key, file.content, fileBound(blobPath)));
  if (file.thumbnail)
    await deps.files.write(blobPath + THUMBNAIL, seal(key, file.thumbnail, fileBound(blobPath + THUMBNAIL)));
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
    isRead: isRead(place.documentId, file.mime),
    now: deps.clock(),
    act: place.act,
  });
  if (stored?.blob_path === blobPath) return stored;
  await removeFiles(deps, { blob_path: blobPath, has_thumbnail: Boolean(file.thumbnail) });
  if (stored) return stored;
  throw refuse('tooManyDocuments');
}

/** A picture is read only where a check will look at what it says. */
function isRead(documentId: number, mime: string): boolean {
  if (!documentType(documentId)?.isRead) return false;
  return mime === 'application/pdf' || (mime.startsWith('image/') && isOf('source', documentId));
}

/** A stored file in clear. */
export async function readDocument(
  deps: Pick<Deps, 'keyring' | 'files'>,
  document: DocumentRow,
  kind: 'file' | 'thumbnail',
): Promise<Buffer> {
  const name = kind === 'file' ? document.blob_path : document.blob_path + THUMBNAIL;
  return unseal(await deps.keyring.keyOf(document.trn), await deps.files.read(name), fileBound(name));
}

/** Deletes a document of the applicant's: its row, then its files; what a crash leaves between is swept at a later start. */
export async function removeDocument(deps: Deps, trn: string, id: number): Promise<void> {
  const found = await deps.stores.documents.find(trn, id);
  if (!found || !(await dropDocument(deps, trn, id))) throw refuse('notFound');
}

/** The same for any document, the signature included; false when somebody else was faster. */
export async function dropDocument(deps: Deps, trn: string, id: number): Promise<boolean> {
  const row = await deps.stores.documents.remove(trn, id);
  if (row) await removeFiles(deps, row);
  return row !== undefined;
}

async function removeFiles(deps: Deps, document: Pick<DocumentRow, 'blob_path' | 'has_thumbnail'>): Promise<void> {
  await deps.files.remove(document.blob_path);
  if (document.has_thumbnail) await deps.files.remove(document.blob_path + THUMBNAIL);
}

const fileBound = (name: string) => `file/${name}`;

/** The applicant's own name for the file, for showing only: no folders, no control characters, no whole SSN, the true extension. */
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
