import { idempotent, post } from './client';
import { unlessGone } from './unlessGone';

/** Makes a new source (an employer, another income, a bank account) and answers its number (spec 002, section 7). */
export async function addSource(trnId: string, documentId: number): Promise<{ id: number }> {
  const body = { trn_id: trnId, document_id: String(documentId) };
  const { id } = await post<{ id: number }>('/income/addsource', body, idempotent());
  return { id };
}

/** Deletes a source with its files; one that is gone already counts as deleted. */
export function deleteSource(trnId: string, documentId: number, sourceId: number): Promise<unknown> {
  const body = { trn_id: trnId, document_id: String(documentId), source_id: sourceId };
  return unlessGone(post('/income/deletesource', body));
}
