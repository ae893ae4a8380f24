import useSWR, { type SWRResponse } from 'swr';
import type { LoginRecords } from '../contract/account';
import type { ApplicationSummary, OwnApplications } from '../contract/success';
import type { ApiError } from './apiError';
import { takeFromBootstrap } from './bootstrap';
import { callAddress, request, requestFile } from './client';
import { usePolled } from './usePolled';

/** Puts the application in review (docs/spec/003.md, §4). */
export function startReview(trnId: string, applicationnumber: string): Promise<unknown> {
  return request('POST /application/inreview', { body: { trn_id: trnId, applicationnumber, isInReview: 1 } });
}

export function downloadData(trn: string): Promise<Blob> {
  return requestFile(callAddress('GET /application/export/:trn', { trn }), 300_000);
}

export function withdraw(trn: string): Promise<unknown> {
  return request('POST /application/withdraw', { body: { trn_id: trn } });
}

export function sendAppeal(trn: string, text: string): Promise<unknown> {
  return request('POST /application/appeal', { body: { trn_id: trn, text } });
}

export function useOwnApplications(trn: string): SWRResponse<OwnApplications, ApiError> {
  return useSWR<OwnApplications, ApiError>(['application/another', trn], () => request('GET /application/another'));
}

export function applyForAnother(link: number, key: string): Promise<LoginRecords> {
  return request('POST /application/another', { body: { link }, key });
}

export function switchApplication(number: string): Promise<LoginRecords> {
  return request('POST /application/switch', { body: { number } });
}

export function confirmCopiedAnswers(section: string): Promise<unknown> {
  return request('POST /application/confirm', { body: { section } });
}

declare module './bootstrap' {
  interface Bootstrap {
    summary?: ApplicationSummary;
  }
}

const POLL_EVERY = 5_000;

export function useSummary(trn: string): SWRResponse<ApplicationSummary, ApiError> {
  return usePolled(callAddress('GET /application/summary/:trn', { trn }), () => findSummary(trn), POLL_EVERY);
}

function findSummary(trn: string): Promise<ApplicationSummary> {
  return takeFromBootstrap(
    'summary',
    ({ summary }) => summary,
    () => request('GET /application/summary/:trn', { params: { trn } }),
  );
}
