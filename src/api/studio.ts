import useSWR, { type SWRResponse } from 'swr';
import type { Preview, PreviewWish } from '../model/preview';
import type { Overlay } from '../model/types';
import type { ApiError } from './apiError';
import { get, post } from './client';

/** What the Studio offers to choose from. */
export interface StudioChoices {
  version: string;
  /** Whether the server tells of changed files. */
  isLive: boolean;
  sections: { name: string; title: string; keys: string[] }[];
  configs: { name: string; title: string; overlay: Overlay }[];
  languages: { id: string; name: string }[];
}

/** The choices; refused without the operator's token outside development. */
export function getStudio(token: string): Promise<StudioChoices> {
  return get<StudioChoices>('/studio', asOperator(token));
}

export function useStudio(token: string): SWRResponse<StudioChoices, ApiError> {
  return useSWR<StudioChoices, ApiError>(['studio', token], () => getStudio(token));
}

/** One section under any settings. */
export function previewSection(token: string, wish: PreviewWish): Promise<Preview> {
  return post<Preview>('/studio/section', wish, asOperator(token));
}

/** The last preview stays until the next is there. */
export function usePreview(token: string, wish: PreviewWish, version: string): SWRResponse<Preview, ApiError> {
  return useSWR<Preview, ApiError>(['studio', token, wish, version], () => previewSection(token, wish), {
    keepPreviousData: true,
  });
}

function asOperator(token: string) {
  return { session: 'none' as const, headers: token ? { operator: token } : {} };
}
