import useSWR, { type SWRResponse } from 'swr';
import type { DecisionPreview, ListedApplication } from '../contract/office';
import type { AuditQuery, Figures, FiguresQuery, SavedView } from '../contract/officeDesk';
import type { ApiError } from './apiError';
import { callAddress, client, request } from './client';
import { retryOnce } from './idempotentCall';
import { previewDecision } from './office';

const own = { session: 'none' } as const;

export function useViews(): SWRResponse<SavedView[], ApiError> {
  return useSWR<SavedView[], ApiError>('office/views', async () => (await request('GET /office/views', own)).views);
}

/** Replaces a view with the same name, so the call can be repeated if its response was lost. */
export async function saveView(body: Pick<SavedView, 'name' | 'query'>): Promise<SavedView[]> {
  return (await retryOnce(() => request('POST /office/views', { body, ...own }))).views;
}

export async function removeView(id: number): Promise<SavedView[]> {
  return (await request('POST /office/views/remove', { body: { id }, ...own })).views;
}

export function useProperties(): SWRResponse<{ code: string; name: string }[], ApiError> {
  const ask = async () => (await request('GET /office/properties', own)).properties;
  return useSWR<{ code: string; name: string }[], ApiError>('office/properties', ask, { revalidateOnFocus: false });
}

export function useFigures(query: FiguresQuery): SWRResponse<Figures, ApiError> {
  const ask = () => request('GET /office/figures', { query, ...own });
  return useSWR<Figures, ApiError>(['office/figures', query], ask, { keepPreviousData: true });
}

export function useReviewPreviews(
  chosen: readonly ListedApplication[],
): SWRResponse<PromiseSettledResult<DecisionPreview>[], ApiError> {
  const preview = ({ id, revision }: ListedApplication) => previewDecision(id, { act: 'review', revision });
  const place = ['office/reviews', chosen.map(({ id, revision }) => [id, revision])];
  return useSWR<PromiseSettledResult<DecisionPreview>[], ApiError>(
    place,
    () => Promise.allSettled(chosen.map(preview)),
    { revalidateOnFocus: false },
  );
}

export function auditAddress(query: AuditQuery): string {
  return downloadAddress(callAddress('GET /office/audit.csv'), query);
}

export function reviewPdfAddress(id: string): string {
  return downloadAddress(callAddress('GET /office/applications/:id/review.pdf', { id }), {});
}

/** Includes the language, because a link can't send headers. */
function downloadAddress(path: string, query: Record<string, string | undefined>): string {
  const lang = document.documentElement.lang;
  const given = Object.entries({ ...query, lang }).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `${client.defaults.baseURL}${path}?${new URLSearchParams(given)}`;
}
