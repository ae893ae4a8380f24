import { get, idempotent, post } from './client';
import type { StepRecords, StepSave } from './stepRecords';

/** The contextual questions of step 2 with their answers, in the server's order, asked for as the only role there is (spec 000 §6, 001 §7). */
export function getQuestions(trnId: string): Promise<StepRecords> {
  return get(`/contextual/getdetails/${encodeURIComponent(trnId)}`, { params: { RoleName: 'Applicant' } });
}

/** Saves step 2 as a whole. Rejects with 422 (rules), 409 (a newer version is stored). */
export function saveQuestions({ trnId, version, key, body }: StepSave): Promise<{ version: number }> {
  return post('/contextual/savedetails', { trn_id: trnId, version, ...body }, idempotent(key));
}
