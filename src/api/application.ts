import useSWR, { type SWRResponse, unstable_serialize } from 'swr';
import type { ApplicationDetail, Configuration, SectionStatus } from '../contract/application';
import type { ApiError } from './apiError';
import { currentPageData, takeFromBootstrap } from './bootstrap';
import { callAddress, request } from './client';

declare module './bootstrap' {
  interface Bootstrap {
    detail: ApplicationDetail;
    status: SectionStatus;
  }
}

export function useApplicationDetail(trnId: string): SWRResponse<ApplicationDetail, ApiError> {
  return useSWR<ApplicationDetail, ApiError>(trnId ? detailKey(trnId) : null, () =>
    takeFromBootstrap(
      'detail',
      ({ detail }) => detail,
      () => request('GET /users/applicationdetail'),
    ),
  );
}

export function useSectionStatus(trnId: string): SWRResponse<SectionStatus, ApiError> {
  return useSWR<SectionStatus, ApiError>(trnId ? statusPath(trnId) : null, () =>
    takeFromBootstrap(
      'status',
      ({ status }) => status,
      () => request('GET /users/sectionstatus/:trn', { params: { trn: trnId } }),
    ),
  );
}

/** Changes answers of the registration before the application is submitted. */
export function changeRegistration(trn: string, answers: Record<string, unknown>): Promise<unknown> {
  return request('POST /application/registration', { body: { trn_id: trn, ...answers } });
}

export function useConfiguration(trn: string): SWRResponse<Configuration, ApiError> {
  const name = 'GET /applicant/configuration/:trn';
  return useSWR<Configuration, ApiError>(callAddress(name, { trn }), () => request(name, { params: { trn } }));
}

/** Returns SWR's initial cache, with `detail` and `status` from the bootstrap call. */
export function initialCache(): [string, { data: unknown }][] {
  const page = currentPageData();
  if (!page) return [];
  const { trnId, bootstrap } = page;
  return [
    [unstable_serialize(detailKey(trnId)), { data: bootstrap.detail }],
    [statusPath(trnId), { data: bootstrap.status }],
  ];
}

export function detailKey(trnId: string): string[] {
  return ['applicationdetail', trnId];
}

export function statusPath(trnId: string): string {
  return callAddress('GET /users/sectionstatus/:trn', { trn: trnId });
}
