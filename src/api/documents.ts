import type { StoredDocument, UploadRequest } from '../model/formContext';
import { documentId } from '../model/section/documentTypes';
import { ignoreNotFound, isDefinite, toApiError } from './apiError';
import { cancelByKey, sendCanceledUploads } from './canceledUploads';
import { request } from './client';
import { createIdempotentCall, type IdempotentCall } from './idempotentCall';

/** Large files take a long time to upload on slow connections. */
const NO_TIME_LIMIT = 0;

/** Keys of uploads that the server may have stored or may still store. */
const openKeys = new WeakMap<File, string>();

/** One call per file, so a retry after a lost response doesn't store the file twice. */
const uploads = new WeakMap<File, IdempotentCall>();

/** Pet pictures and supplemental proofs have their own calls (docs/spec/001.md and 003.md, §7). */
export function uploadDocument(trnId: string, wanted: UploadRequest): Promise<StoredDocument> {
  return track(upload(trnId, wanted));
}

async function upload(trnId: string, wanted: UploadRequest): Promise<StoredDocument> {
  const { file, document_id, source_id, password, onProgress, signal } = wanted;
  const body = new FormData();
  body.set('trn_id', trnId);
  body.set('document_id', String(document_id));
  body.set('source_id', String(source_id));
  if (password) body.set('password', password);
  // The server reads the fields before the file, so the file must come last.
  body.set('files', file);
  const callOnce = uploads.get(file) ?? createIdempotentCall();
  uploads.set(file, callOnce);
  try {
    const stored = await callOnce([document_id, source_id], (key) => {
      openKeys.set(file, key);
      return request(uploadCall(document_id), {
        body,
        key,
        timeout: NO_TIME_LIMIT,
        signal,
        onUploadProgress: ({ progress }) => onProgress(progress ?? 0),
      });
    });
    openKeys.delete(file);
    return stored;
  } catch (cause) {
    if (isDefinite(toApiError(cause))) openKeys.delete(file);
    throw cause;
  }
}

/** Call this after aborting an upload. The server deletes the file if it has it, and refuses it if it arrives later. */
export async function cancelUpload(trnId: string, file: File): Promise<void> {
  const key = openKeys.get(file);
  openKeys.delete(file);
  // The file can be uploaded again, with another key.
  uploads.delete(file);
  if (key) await track(cancelByKey(trnId, key));
}

const running = new Set<Promise<unknown>>();
/** Changes when an upload or a cancellation begins or ends. */
let changes = 0;

async function track<T>(work: Promise<T>): Promise<T> {
  changes += 1;
  running.add(work);
  try {
    return await work;
  } finally {
    changes += 1;
    running.delete(work);
  }
}

/** Repeats a read until no upload of this page ran during it, because a file in it could still be canceled. */
export async function readBetweenUploads<T>(read: () => Promise<T>): Promise<T> {
  await sendCanceledUploads();
  const before = changes;
  const found = await read();
  await Promise.allSettled(running);
  return changes === before ? found : readBetweenUploads(read);
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
