import { documentId } from '../model/documents';
import type { StoredDocument, UploadRequest } from '../model/formContext';
import { type Act, createAct, idempotent } from './act';
import { unlessGone } from './apiError';
import { get, post, remove } from './client';

/** A large file on a slow line: the upload may take as long as it makes progress. */
const NO_TIME_LIMIT = 0;

/** What an upload answers; the name, size and type are those of the stored file, which may have been redrawn. */
export type UploadedDocument = Pick<StoredDocument, 'id' | 'blob_path'> & Partial<StoredDocument>;

/** The acts of each file chosen: one whose answer was lost is stored once. */
const acts = new WeakMap<File, Act>();

/** Sends one file. Each document type has its own call (spec 001, section 7; spec 003, section 7). */
export async function uploadDocument(trnId: string, request: UploadRequest): Promise<UploadedDocument> {
  const { file, document_id, source_id, onProgress, signal } = request;
  const form = new FormData();
  form.set('trn_id', trnId);
  form.set('document_id', String(document_id));
  form.set('source_id', String(source_id));
  // The file last: the server knows what it is for before it arrives.
  form.set('files', file);
  const act = acts.get(file) ?? createAct();
  acts.set(file, act);
  return act([document_id, source_id], (key) =>
    post<UploadedDocument>(uploadPath(document_id), form, {
      ...idempotent(key),
      timeout: NO_TIME_LIMIT,
      signal,
      onUploadProgress: ({ progress }) => onProgress(progress ?? 0),
    }),
  );
}

/** Deletes a file for good; one that is gone already counts as deleted. */
export function deleteDocument(document: StoredDocument): Promise<unknown> {
  return unlessGone(remove(deletePath(document)));
}

/** A short-lived address of a file, or of its small picture, that needs no session (security.md: a ticket for that one file). */
export async function getFileAddress({ id }: StoredDocument, kind: 'file' | 'thumbnail'): Promise<string> {
  return (await get<{ url: string }>(`/applicant/ticket/${id}`, { params: { kind } })).url;
}

function uploadPath(type: number): string {
  if (type === documentId('pet')) return '/contextual/petimage';
  return type === documentId('supplemental') ? '/secondary/proof' : '/applicant/document';
}

function deletePath({ id, document_id, blob_path }: StoredDocument): string {
  if (document_id === documentId('pet')) return `/contextual/petimage/${id}`;
  if (document_id !== documentId('supplemental')) return `/applicant/deletedocument/${id}`;
  return `/secondary/proof/${encodeURIComponent(blob_path.split('/').at(-1) ?? '')}`;
}
