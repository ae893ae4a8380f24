import useSWR, { preload, type SWRResponse } from 'swr';
import type { EmailMode, Message, OfficeEmails, OfficeThread, Thread } from '../contract/messages';
import { documentId } from '../model/section/documentTypes';
import type { ApiError } from './apiError';
import { request } from './client';
import { uploadDocument } from './documents';
import { createIdempotentCall } from './idempotentCall';
import { usePolled } from './usePolled';

const POLL_EVERY = 15_000;

export function useThread(trn: string): SWRResponse<Thread, ApiError> {
  return usePolled(threadKey(trn), () => getThread(trn), POLL_EVERY);
}

export function startThread(trn: string): void {
  // `useThread` returns the error.
  preload(threadKey(trn), () => getThread(trn)).catch(() => {});
}

const threadKey = (trn: string) => `messages/${trn}`;

const getThread = (trn: string) => request('GET /messages/:trn', { params: { trn } });

const sendOnce = createIdempotentCall();

export function sendMessage(text: string, files: number[]): Promise<Thread> {
  const body = { text, files };
  return sendOnce(body, (key) => request('POST /messages', { body, key }));
}

export function markThreadRead(last: number): Promise<Thread> {
  return request('POST /messages/read', { body: { last } });
}

/** Returns the file's id. */
export async function uploadMessageFile(trn: string, file: File): Promise<number> {
  const { signal } = new AbortController();
  const wanted = { file, document_id: documentId('message'), source_id: 0, onProgress: () => {}, signal };
  return (await uploadDocument(trn, wanted)).id;
}

/** Returns a URL that expires after two minutes. */
export async function messageFileAddress({ id }: Message['files'][number]): Promise<string> {
  return (await request('GET /applicant/ticket/:id', { params: { id: String(id) }, query: { kind: 'file' } })).url;
}

const own = { session: 'none' } as const;

export function useOfficeThread(id: string): SWRResponse<OfficeThread, ApiError> {
  const ask = () => request('GET /office/applications/:id/messages', { params: { id }, ...own });
  return usePolled(`office/messages/${id}/${document.documentElement.lang}`, ask, POLL_EVERY);
}

const sendToApplicantOnce = createIdempotentCall();

export function sendToApplicant(id: string, text: string, files: number[]): Promise<OfficeThread> {
  const body = { text, files };
  return sendToApplicantOnce([id, body], (key) =>
    request('POST /office/applications/:id/messages', { params: { id }, body, key, ...own }),
  );
}

export function markOfficeThreadRead(id: string, last: number): Promise<OfficeThread> {
  return request('POST /office/applications/:id/messages/read', { params: { id }, body: { last }, ...own });
}

const NO_TIME_LIMIT = 0;

const uploadOnce = createIdempotentCall();

/** Returns the file's id. */
export async function uploadOfficeFile(id: string, file: File): Promise<number> {
  const body = new FormData();
  body.set('files', file);
  const sent = await uploadOnce([id, file.name, file.size, file.lastModified], (key) =>
    request('POST /office/applications/:id/messages/files', {
      params: { id },
      body,
      key,
      timeout: NO_TIME_LIMIT,
      ...own,
    }),
  );
  return sent.id;
}

export function useOfficeEmails(): SWRResponse<OfficeEmails, ApiError> {
  return useSWR<OfficeEmails, ApiError>('office/emails', () => request('GET /office/emails', own));
}

export function saveOfficeEmails(emails: EmailMode): Promise<OfficeEmails> {
  return request('POST /office/emails', { body: { emails }, ...own });
}
