import useSWR, { type SWRResponse } from 'swr';
import type { ApiError } from './apiError';
import { getIdentification, saveIdentification } from './identification';
import { getIncome, saveIncome } from './income';
import { getQuestions, saveQuestions } from './questions';
import type { StepRecords, StepResource } from './stepRecords';
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
