import type { SWRResponse } from 'swr';
import type { ApiError } from './apiError';
import { useAskedAgain } from './useAskedAgain';

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
