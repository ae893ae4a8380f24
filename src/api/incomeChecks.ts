import type { IncomeChecks } from '../model/checks/findings';
import { get, post } from './client';

/** What the reading of the income documents has found so far. */
export function getIncomeChecks(trnId: string): Promise<IncomeChecks> {
  return get(`/income/checks/${encodeURIComponent(trnId)}`);
}

/** Stores what the applicant says to a check. */
export function answerCheck(trnId: string, id: number, answer: string): Promise<unknown> {
  return post('/income/checkanswer', { trn_id: trnId, id, answer });
}
