import useSWR, { type SWRResponse } from 'swr';
import type { ApplicationDetail, SectionStatus } from '../contract/application';
import type { ApiError } from './apiError';
import { addressOf, request } from './client';
import { takeOpened } from './opening';

declare module './opening' {
  interface Opening {
    detail: ApplicationDetail;
    status: SectionStatus;
  }
}

/** Records of GET applicationdetail; nothing is fetched without a transaction. */
export function useApplicationDetail(trnId: string): SWRResponse<ApplicationDetail, ApiError> {
  return useSWR<ApplicationDetail, ApiError>(trnId ? detailKey(trnId) : null, () =>
    takeOpened(
      'detail',
      ({ detail }) => detail,
      () => request('GET /users/applicationdetail'),
    ),
  );
}

/** Records of GET sectionstatus; `mutate` it after a step was saved. */
export function useSectionStatus(trnId: string): SWRResponse<SectionStatus, ApiError> {
  return useSWR<SectionStatus, ApiError>(trnId ? statusPath(trnId) : null, () =>
    takeOpened(
      'status',
      ({ status }) => status,
      () => request('GET /users/sectionstatus/:trn', { params: { trn: trnId } }),
    ),
  );
}

/** SWR's key of the application's detail. */
export function detailKey(trnId: string): string[] {
  return ['applicationdetail', trnId];
}

/** SWR's key of the application's section status. */
export function statusPath(trnId: string): string {
  return addressOf('GET /users/sectionstatus/:trn', { trn: trnId });
}
