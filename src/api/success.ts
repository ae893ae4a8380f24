import type { SWRResponse } from 'swr';
import { idempotent } from './act';
import type { ApiError } from './apiError';
import { get, post } from './client';
import type { StepRecords, StepResource, StepSave } from './stepRecords';
import { useAskedAgain } from './useAskedAgain';

/** Tells the subscriber that the documents are complete (spec 003, section 4). */
export function putInReview(trnId: string, applicationnumber: string): Promise<unknown> {
  return post('/application/inreview', { trn_id: trnId, applicationnumber, isInReview: 1 });
}

/** The dialogs of the success page, each read and saved like a step. */
export const desiredAddress: StepResource = resource('/desired/address', '/desired/address');
export const desiredUnit: StepResource = resource('/desired/unit', '/desired/unit');
export const supplemental: StepResource = resource('/secondary/questions', '/secondary/save');

function resource(readPath: string, savePath: string): StepResource {
  return {
    get: (trnId) => get<StepRecords>(`${readPath}/${encodeURIComponent(trnId)}`),
    save: ({ trnId, version, key, body }: StepSave) =>
      post(savePath, { trn_id: trnId, version, ...body }, idempotent(key)),
  };
}

/** What the success page shows of the application (spec 003, section 3, Application record). */
export interface ApplicationSummary {
  applicationID: string | number;
  application_status: string;
  /** Null when no supplemental application is asked for. */
  secondary_status: string | null;
  secondary_complete: boolean;
  document_status: boolean;
}

/** How soon a change of the status is seen on an open page. */
const ASK_EVERY = 5_000;

/** Records of GET application/summary, asked again and again while the page is looked at. */
export function useSummary(trnId: string): SWRResponse<ApplicationSummary, ApiError> {
  return useAskedAgain<ApplicationSummary>(summaryPath(trnId), ASK_EVERY);
}

/** Path, and SWR's key, of the summary. */
function summaryPath(trnId: string): string {
  return `/application/summary/${encodeURIComponent(trnId)}`;
}
