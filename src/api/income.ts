import { get, idempotent, post } from './client';
import type { StepRecords, StepSave } from './stepRecords';

/** Employers, other income, banks and other documents of step 3 (spec 002, section 7). */
export function getIncome(trnId: string): Promise<StepRecords> {
  return get(`/income/getdetails/${encodeURIComponent(trnId)}`);
}

/** Saves step 3 as a whole. Rejects with 422 (rules), 409 (a newer version is stored). */
export function saveIncome({ trnId, version, key, body }: StepSave): Promise<{ version: number }> {
  return post('/income/savedetails', { trn_id: trnId, version, ...body }, idempotent(key));
}
