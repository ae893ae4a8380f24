import type { IncomeChecks } from '../model/checks/findings';
import { get, post } from './client';

/** What the reading of the income documents has found so far; with the mark of what is `known`, as soon as there is something else. */
export function getIncomeChecks(trnId: string, known?: string, signal?: AbortSignal): Promise<IncomeChecks> {
  return get(`/income/checks/${encodeURIComponent(trnId)}`, { params: { known }, signal });
}

/** Stores what the applicant says to a check. */
export function answerCheck(trnId: string, id: number, answer: string): Promise<unknown> {
  return post('/income/checkanswer', { trn_id: trnId, id, answer });
}
