import useSWR, { type SWRResponse, unstable_serialize } from 'swr';
import type { ApplicationDetail, SectionStatus, SubscriberSettings } from '../contract/application';
import type { ApiError } from './apiError';
import { addressOf, request } from './client';
import { openedPage, takeOpened } from './opening';

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

/** GET applicant/configuration: which documents and fields this landlord asks for, hides or requires. */
export function useConfiguration(trn: string): SWRResponse<SubscriberSettings, ApiError> {
  const name = 'GET /applicant/configuration/:trn';
  return useSWR<SubscriberSettings, ApiError>(addressOf(name, { trn }), () => request(name, { params: { trn } }));
}

/** What SWR's cache begins with: the application, where the page that is being opened has brought it before it is first drawn. */
export function openedApplication(): [string, { data: unknown }][] {
  const page = openedPage();
  if (!page) return [];
  const { trnId, opening } = page;
  return [
    [unstable_serialize(detailKey(trnId)), { data: opening.detail }],
    [statusPath(trnId), { data: opening.status }],
  ];
}

/** SWR's key of the application's detail. */
export function detailKey(trnId: string): string[] {
  return ['applicationdetail', trnId];
}

/** SWR's key of the application's section status. */
export function statusPath(trnId: string): string {
  return addressOf('GET /users/sectionstatus/:trn', { trn: trnId });
}
