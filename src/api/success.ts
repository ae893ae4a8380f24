import useSWR, { type SWRResponse } from 'swr';
import type { LoginRecords } from '../contract/account';
import type { ApplicationSummary, OwnApplications } from '../contract/success';
import type { ApiError } from './apiError';
import { addressOf, client, request } from './client';
import { takeOpened } from './opening';
import { usePolled } from './usePolled';

/** Informs the subscriber that the documents are complete (spec 003, section 4). */
export function putInReview(trnId: string, applicationnumber: string): Promise<unknown> {
  return request('POST /application/inreview', { body: { trn_id: trnId, applicationnumber, isInReview: 1 } });
}

/** All of one's own data as a zip archive. Every file is opened for it, so it may take a while. */
export async function downloadData(trn: string): Promise<Blob> {
  const url = addressOf('GET /application/export/:trn', { trn });
  return (await client.request<Blob>({ url, responseType: 'blob', timeout: 300_000 })).data;
}

/** Takes back an application that is not decided yet. */
export function withdraw(trn: string): Promise<unknown> {
  return request('POST /application/withdraw', { body: { trn_id: trn } });
}

/** The own applications at this landlord. */
export function useOwnApplications(trn: string): SWRResponse<OwnApplications, ApiError> {
  return useSWR<OwnApplications, ApiError>(['application/another', trn], () => request('GET /application/another'));
}

/** Begins another application; its session comes back. */
export function applyForAnother(link: number, key: string): Promise<LoginRecords> {
  return request('POST /application/another', { body: { link }, key });
}

export function switchApplication(number: string): Promise<LoginRecords> {
  return request('POST /application/switch', { body: { number } });
}

export function confirmTaken(section: string): Promise<unknown> {
  return request('POST /application/confirm', { body: { section } });
}

declare module './opening' {
  interface Opening {
    summary?: ApplicationSummary;
  }
}

/** How soon a change of the status is seen on an open page. */
const POLL_EVERY = 5_000;

/** GET /application/summary, polled while somebody is at the page. */
export function useSummary(trn: string): SWRResponse<ApplicationSummary, ApiError> {
  return usePolled(addressOf('GET /application/summary/:trn', { trn }), () => findSummary(trn), POLL_EVERY);
}

function findSummary(trn: string): Promise<ApplicationSummary> {
  return takeOpened(
    'summary',
    ({ summary }) => summary,
    () => request('GET /application/summary/:trn', { params: { trn } }),
  );
}
