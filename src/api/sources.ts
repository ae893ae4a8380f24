import { documentId } from '../model/documents';
import { createAct, idempotent } from './act';
import { unlessGone } from './apiError';
import { post } from './client';

const addOnce = createAct();

/** Makes a new source (an employer, another income, a bank account) and answers its number, the next one where it is free (spec 002, section 7). */
export async function addSource(trnId: string, type: number, next: number): Promise<{ id: number }> {
  const body = {
    trn_id: trnId,
    document_id: String(type),
    source_id: next,
    ...(type === documentId('employment') && { allowOfferLetter: false }),
  };
  const { id } = await addOnce(body, (key) => post<{ id: number }>('/income/addsource', body, idempotent(key)));
  return { id };
}

/** Deletes a source with its files; one that is gone already counts as deleted. */
export function deleteSource(trnId: string, type: number, sourceId: number): Promise<unknown> {
  const body = { trn_id: trnId, document_id: String(type), source_id: sourceId };
  return unlessGone(post('/income/deletesource', body));
}

/** Says of an employment, after submitting too, whether an offer letter will do as its proof (spec 002, section 5). */
export function allowOfferLetter(trnId: string, sourceId: number, isAllowed: boolean): Promise<unknown> {
  const place = { trn_id: trnId, document_id: String(documentId('employment')), source_id: sourceId };
  return post('/income/offerletter', { ...place, allowOfferLetter: isAllowed });
}
