import type { Prediction } from '../contract/income';
import type { IncomeChecks } from '../model/checks/findings';
import { documentId } from '../model/documents';
import { createAct } from './act';
import { unlessGone } from './apiError';
import { request } from './client';

/** What the reading of the income documents has found so far; with the mark of what is `known`, as soon as there is something else. */
export function getIncomeChecks(trn: string, known?: string, signal?: AbortSignal): Promise<IncomeChecks> {
  return request('GET /income/checks/:trn', { params: { trn }, query: { known }, signal });
}

/** Stores what the applicant says to a check. */
export function answerCheck(trnId: string, id: number, answer: string): Promise<unknown> {
  return request('POST /income/checkanswer', { body: { trn_id: trnId, id, answer } });
}

const addOnce = createAct();

/** Makes a new source (an employer, another income, a bank account) and answers its number, the next one where it is free (spec 002, section 7). */
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

/** Deletes a source with its files; one that is gone already counts as deleted. */
export function deleteSource(trnId: string, type: number, sourceId: number): Promise<unknown> {
  const body = { trn_id: trnId, document_id: String(type), source_id: sourceId };
  return unlessGone(request('POST /income/deletesource', { body }));
}

/** Says of an employment, after submitting too, whether an offer letter will do as its proof (spec 002, section 5). */
export function allowOfferLetter(trnId: string, sourceId: number, isAllowed: boolean): Promise<unknown> {
  const place = { trn_id: trnId, document_id: String(documentId('employment')), source_id: sourceId };
  return request('POST /income/offerletter', { body: { ...place, allowOfferLetter: isAllowed } });
}

/** Whether the server predicts classes for whoever asks. */
export async function isPredictionOn(): Promise<boolean> {
  return (await request('GET /ml/predictclass')).enabled;
}

/** The class of a PDF, without keeping it (spec 003 §7, prediction test upload). */
export function predictClass(file: File, documentTypeId: number): Promise<Prediction> {
  const body = new FormData();
  body.set('documenttype_id', String(documentTypeId));
  body.set('files', file);
  return request('POST /ml/predictclass', { body });
}

/** The names of US banks (spec 002 §7). */
export async function getBanks(): Promise<readonly string[]> {
  return (await request('GET /ml/mlbanklist')).banks;
}
