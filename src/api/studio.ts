import useSWR, { type SWRResponse } from 'swr';
import type { Preview, PreviewWish, StudioChoices } from '../contract/studio';
import type { ApiError } from './apiError';
import { request } from './client';

/** The choices; refused without the operator's token outside development. */
export function getStudio(token: string): Promise<StudioChoices> {
  return request('GET /studio', asOperator(token));
}

export function useStudio(token: string): SWRResponse<StudioChoices, ApiError> {
  return useSWR<StudioChoices, ApiError>(['studio', token], () => getStudio(token));
}

/** One section under any settings. */
export function previewSection(token: string, wish: PreviewWish): Promise<Preview> {
  return request('POST /studio/section', { body: wish, ...asOperator(token) });
}

/** The last preview stays until the next is there. */
export function usePreview(token: string, wish: PreviewWish, version: string): SWRResponse<Preview, ApiError> {
  return useSWR<Preview, ApiError>(['studio', token, wish, version], () => previewSection(token, wish), {
    keepPreviousData: true,
  });
}

function asOperator(token: string): { session: 'none'; headers: Record<string, string> } {
  return { session: 'none', headers: token ? { operator: token } : {} };
}
