import useSWR, { type SWRResponse } from 'swr';
import type { ApplicationType } from '../model/types';
import type { ApiError } from './apiError';
import { fetcher } from './client';

/** The application as every page's header shows it (spec 000, section 3, Application). */
export interface ApplicationDetail {
  trn_id: string;
  application_number: string;
  application_status: string;
  application_type: ApplicationType;
  /** The path of the entry link that it was begun by. */
  entry: string;
  subscriber_id: string;
  subscriber_name: string;
  subscriber_logo?: string;
  accent?: string;
  phone?: string;
  email?: string;
  first_name: string;
  last_name: string;
  accept_terms_and_condition_status: boolean;
  /** The operator has switched a machine-translation widget on. */
  translate_widget?: boolean;
}

/** Which steps are done (spec 000, section 3, Application status). */
export interface SectionStatus {
  identification_details_status: boolean;
  applicant_details_status: boolean;
  income_banking_status: boolean;
  consent_payment_status: boolean;
}

/** Records of GET applicationdetail; nothing is fetched without a transaction. */
export function useApplicationDetail(trnId: string): SWRResponse<ApplicationDetail, ApiError> {
  return useSWR<ApplicationDetail, ApiError>(trnId ? detailKey(trnId) : null, () =>
    fetcher<ApplicationDetail>('/users/applicationdetail'),
  );
}

/** Records of GET sectionstatus; `mutate` it after a step was saved. */
export function useSectionStatus(trnId: string): SWRResponse<SectionStatus, ApiError> {
  return useSWR<SectionStatus, ApiError>(trnId ? statusPath(trnId) : null, fetcher<SectionStatus>);
}

/** SWR's key of the application's detail. */
export function detailKey(trnId: string): string[] {
  return ['applicationdetail', trnId];
}

/** Path, and SWR's key, of the application's section status. */
export function statusPath(trnId: string): string {
  return `/users/sectionstatus/${encodeURIComponent(trnId)}`;
}
