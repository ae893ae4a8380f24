import type { StoredDocument, UploadRequest } from '../model/formContext';
import { documentId } from '../model/section/documentTypes';
import { ignoreNotFound } from './apiError';
import { request } from './client';
import { createIdempotentCall, type IdempotentCall } from './idempotentCall';

/** Large files take a long time to upload on slow connections. */
const NO_TIME_LIMIT = 0;

/** One call per file, so a retry after a lost response doesn't store the file twice. */
const uploads = new WeakMap<File, IdempotentCall>();

/** Pet pictures and supplemental proofs have their own calls (docs/spec/001.md and 003.md, §7). */
export async function uploadDocument(trnId: string, wanted: UploadRequest): Promise<StoredDocument> {
  const { file, document_id, source_id, password, onProgress, signal } = wanted;
  const body = new FormData();
  body.set('trn_id', trnId);
  body.set('document_id', String(document_id));
  body.set('source_id', String(source_id));
  if (password) body.set('password', password);
  // The server reads the fields before the file, so the file must come last.
  body.set('files', file);
  const upload = uploads.get(file) ?? createIdempotentCall();
  uploads.set(file, upload);
  return upload([document_id, source_id], (key) =>
    request(uploadCall(document_id), {
      body,
      key,
      timeout: NO_TIME_LIMIT,
      signal,
      onUploadProgress: ({ progress }) => onProgress(progress ?? 0),
    }),
  );
}

export function deleteDocument({ id, document_id, blob_path }: StoredDocument): Promise<unknown> {
  if (document_id === documentId('supplemental')) {
    const file = blob_path.split('/').at(-1) ?? '';
    return ignoreNotFound(request('DELETE /secondary/proof/:file', { params: { file } }));
  }
  const isPet = document_id === documentId('pet');
  const name = isPet ? 'DELETE /contextual/petimage/:id' : 'DELETE /applicant/deletedocument/:id';
  return ignoreNotFound(request(name, { params: { id: String(id) } }));
}

/** Returns a URL that works without a session and expires after two minutes. */
export async function getFileAddress({ id }: StoredDocument, kind: 'file' | 'thumbnail'): Promise<string> {
  const { url } = await request('GET /applicant/ticket/:id', { params: { id: String(id) }, query: { kind } });
  return url;
}

function uploadCall(type: number) {
  if (type === documentId('pet')) return 'POST /contextual/petimage';
  return type === documentId('supplemental') ? 'POST /secondary/proof' : 'POST /applicant/document';
}
