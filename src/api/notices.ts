import useSWR, { type SWRResponse } from 'swr';
import type { Notices } from '../contract/notices';
import type { ApiError } from './apiError';
import { takeFromBootstrap } from './bootstrap';
import { callAddress, request, requestFile } from './client';

declare module './bootstrap' {
  interface Bootstrap {
    notices?: Notices;
  }
}

export function useNotices(trn: string): SWRResponse<Notices, ApiError> {
  const find = () =>
    takeFromBootstrap(
      'notices',
      ({ notices }) => notices,
      () => request('GET /notices/:trn', { params: { trn } }),
    );
  // A notice must not change while someone reads it.
  return useSWR<Notices, ApiError>(callAddress('GET /notices/:trn', { trn }), find, { revalidateOnReconnect: false });
}

/** Confirms a notice. Rejects with 409 if the notice changed, or 422 if the code is wrong. */
export function confirmNotice(body: { notice: string; digest: string; code?: string }): Promise<Notices> {
  return request('POST /notices/confirm', { body });
}

/** Downloads a PDF that shows a code. An applicant who enters the code has opened the PDF. */
export function downloadTestPdf(trn: string): Promise<Blob> {
  return requestFile(callAddress('GET /notices/pdf/:trn', { trn }));
}

/** Downloads a PDF of what the applicant will sign. */
export function downloadPreview(trn: string): Promise<Blob> {
  return requestFile(callAddress('GET /notices/preview/:trn', { trn }));
}
