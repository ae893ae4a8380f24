import useSWR, { type SWRResponse } from 'swr';
import { idempotent } from './act';
import type { ApiError } from './apiError';
import { get, post } from './client';
import type { StepRecords, StepResource, StepSave } from './stepRecords';
import { desiredAddress, desiredUnit, supplemental } from './success';

const resources: Record<string, StepResource> = {
  identification: { get: getIdentification, save: saveIdentification },
  'applicant-details': { get: getQuestions, save: saveQuestions },
  income: { get: getIncome, save: saveIncome },
  'desired-address': desiredAddress,
  'desired-unit': desiredUnit,
  supplemental,
};

/** The calls of a step by its id in the flow file. @throws Error for a step that is not saved by such calls */
export function stepResource(step: string): StepResource {
  const resource = resources[step];
  if (!resource) throw new Error(`No calls are known for the step '${step}'`);
  return resource;
}

/** True for a step whose answers are saved by themselves; the payment's are sent with the payment. */
export function hasRecords(step: string): boolean {
  return step in resources;
}

/**
 * The stored answers of a step, read once per `visit`: a page that is opened again reads anew,
 * one that is being filled in is never exchanged under the applicant.
 */
export function useStepRecords(step: string, trnId: string, visit: string): SWRResponse<StepRecords, ApiError> {
  const key = hasRecords(step) ? ['step', step, trnId, visit] : null;
  return useSWR<StepRecords, ApiError>(key, () => stepResource(step).get(trnId), {
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
}

/** Answers, files and warnings of step 1 (spec 001, section 7); what the licence's barcode says is no answer and stands in `barcode`. */
async function getIdentification(trnId: string): Promise<StepRecords> {
  const records = await get<IdentificationRecords>(`/applicant/getidentification/${encodeURIComponent(trnId)}`);
  const { Barcodedata: _fields, BarcodeDocumentID: _document, ...answers } = records.identification_data ?? {};
  return { ...records, identification_data: answers };
}

interface IdentificationRecords extends StepRecords {
  identification_data?: Record<string, unknown>;
}

/** Saves step 1 as a whole. Rejects with 422 (rules), 409 (a newer version is stored). */
function saveIdentification({ trnId, version, key, body }: StepSave): Promise<{ version: number }> {
  return post('/applicant/saveiddetail', { trn_id: trnId, version, ...body }, idempotent(key));
}

/** Employers, other income, banks and other documents of step 3 (spec 002, section 7). */
function getIncome(trnId: string): Promise<StepRecords> {
  return get(`/income/getdetails/${encodeURIComponent(trnId)}`);
}

/** Saves step 3 as a whole. Rejects with 422 (rules), 409 (a newer version is stored). */
function saveIncome({ trnId, version, key, body }: StepSave): Promise<{ version: number }> {
  return post('/income/savedetails', { trn_id: trnId, version, ...body }, idempotent(key));
}

/** The contextual questions of step 2 with their answers, in the server's order, asked for as the only role there is (spec 000 §6, 001 §7). */
function getQuestions(trnId: string): Promise<StepRecords> {
  return get(`/contextual/getdetails/${encodeURIComponent(trnId)}`, { params: { RoleName: 'Applicant' } });
}

/** Saves step 2 as a whole. Rejects with 422 (rules), 409 (a newer version is stored). */
function saveQuestions({ trnId, version, key, body }: StepSave): Promise<{ version: number }> {
  return post('/contextual/savedetails', { trn_id: trnId, version, ...body }, idempotent(key));
}
