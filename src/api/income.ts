import type { Prediction } from '../contract/income';
import type { IncomeChecks } from '../model/income/checks/documentChecks';
import { documentId } from '../model/section/documentTypes';
import { ignoreNotFound } from './apiError';
import { request } from './client';
import { createIdempotentCall } from './idempotentCall';

/**
 * If documents are still being read and `known` is the `mark` of the current checks, the server waits up to 20 seconds
 * for a change.
 */
export function getIncomeChecks(trn: string, known?: string, signal?: AbortSignal): Promise<IncomeChecks> {
  return request('GET /income/checks/:trn', { params: { trn }, query: { known }, signal });
}

export function answerCheck(trnId: string, id: number, answer: string): Promise<unknown> {
  return request('POST /income/checkanswer', { body: { trn_id: trnId, id, answer } });
}

const addOnce = createIdempotentCall();

/**
 * Adds an employer, other income or a bank account. Its number is `next` unless that number is taken
 * (docs/spec/002-income.md, §7).
 */
export async function addSource(trnId: string, type: number, next: number): Promise<{ id: number }> {
  const body = {
    trn_id: trnId,
    document_id: String(type),
    source_id: next,
    ...(type === documentId('employment') && { allowOfferLetter: false }),
  };
  const { id } = await addOnce(body, (key) => request('POST /income/addsource', { body, key }));
  return { id };
}

export function deleteSource(trnId: string, type: number, sourceId: number): Promise<unknown> {
  const body = { trn_id: trnId, document_id: String(type), source_id: sourceId };
  return ignoreNotFound(request('POST /income/deletesource', { body }));
}

/** Records whether an offer letter is accepted as proof (docs/spec/002-income.md, §5). */
export function allowOfferLetter(trnId: string, sourceId: number, isAllowed: boolean): Promise<unknown> {
  const place = { trn_id: trnId, document_id: String(documentId('employment')), source_id: sourceId };
  return request('POST /income/offerletter', { body: { ...place, allowOfferLetter: isAllowed } });
}

export async function isPredictionEnabled(): Promise<boolean> {
  return (await request('GET /ml/predictclass')).enabled;
}

/** Predicts a PDF's class without storing the PDF (docs/spec/002-income.md, §7). */
export function predictClass(file: File, documentTypeId: number): Promise<Prediction> {
  const body = new FormData();
  body.set('documenttype_id', String(documentTypeId));
  body.set('files', file);
  return request('POST /ml/predictclass', { body });
}

/** Returns the names of US banks (docs/spec/002-income.md, §7). */
export async function getBanks(): Promise<readonly string[]> {
  return (await request('GET /ml/mlbanklist')).banks;
}
