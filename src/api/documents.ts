import { documentId } from '../model/documents';
import type { StoredDocument, UploadRequest } from '../model/formContext';
import { type Act, createAct } from './act';
import { unlessGone } from './apiError';
import { request } from './client';

/** A large file on a slow line: the upload may take as long as it makes progress. */
const NO_TIME_LIMIT = 0;

/** The acts of each file chosen: one whose answer was lost is stored once. */
const acts = new WeakMap<File, Act>();

/** Sends one file; answers it as it is stored, for it may have been redrawn. Each document type has its own call (spec 001, section 7; spec 003, section 7). */
export async function uploadDocument(trnId: string, wanted: UploadRequest): Promise<StoredDocument> {
  const { file, document_id, source_id, password, onProgress, signal } = wanted;
  const body = new FormData();
  body.set('trn_id', trnId);
  body.set('document_id', String(document_id));
  body.set('source_id', String(source_id));
  if (password) body.set('password', password);
  // The file last: the server knows what it is for before it arrives.
  body.set('files', file);
  const act = acts.get(file) ?? createAct();
  acts.set(file, act);
  return act([document_id, source_id], (key) =>
    request(uploadCall(document_id), {
      body,
      key,
      timeout: NO_TIME_LIMIT,
      signal,
      onUploadProgress: ({ progress }) => onProgress(progress ?? 0),
    }),
  );
}

/** Deletes a file for good; one that is gone already counts as deleted. */
export function deleteDocument({ id, document_id, blob_path }: StoredDocument): Promise<unknown> {
  if (document_id === documentId('supplemental')) {
    const file = blob_path.split('/').at(-1) ?? '';
    return unlessGone(request('DELETE /secondary/proof/:file', { params: { file } }));
  }
  const isPet = document_id === documentId('pet');
  const name = isPet ? 'DELETE /contextual/petimage/:id' : 'DELETE /applicant/deletedocument/:id';
  return unlessGone(request(name, { params: { id: String(id) } }));
}

/** A short-lived address of a file, or of its small picture, that needs no session (security.md: a ticket for that one file). */
export async function getFileAddress({ id }: StoredDocument, kind: 'file' | 'thumbnail'): Promise<string> {
  const { url } = await request('GET /applicant/ticket/:id', { params: { id: String(id) }, query: { kind } });
  return url;
}

function uploadCall(type: number) {
  if (type === documentId('pet')) return 'POST /contextual/petimage';
  return type === documentId('supplemental') ? 'POST /secondary/proof' : 'POST /applicant/document';
}
