import useSWR, { type SWRResponse } from 'swr';
import type { ServedForm } from '../model/types';
import type { ApiError } from './apiError';
import { get } from './client';

/** An entry link as the calls before a session name it. */
export interface EntryLink {
  /** The link value, sent as header `url`. */
  link: string;
  trnId?: string;
  /** The whole path; tells apart links of the same value. */
  path: string;
  /** The token of an invitation: with it the server tells what it knows of the invited. */
  invitation?: string;
}

/** The sections of a step with their context; `entry` only for the registration, which has no session yet. */
export function getForm(flow: string, step: string, entry?: EntryLink): Promise<ServedForm> {
  return get<ServedForm>(
    `/forms/${flow}/${step}`,
    flow === 'entry' ? { session: 'none', headers: entryHeaders(entry) } : {},
  );
}

/** The headers that name an entry link. */
export function entryHeaders(entry: EntryLink | undefined): Record<string, string> {
  const { link: url, trnId: trn_id, path, invitation: authorization } = entry ?? {};
  const headers = Object.entries({ url, trn_id, entry: path, authorization });
  return Object.fromEntries(headers.filter((header): header is [string, string] => Boolean(header[1])));
}

/** Under what a form is kept: everything it takes to fetch it again. */
export type FormKey = ['form', string, string, EntryLink?];

/** True for the keys of `useForm`. */
export function isFormKey(key: unknown): key is FormKey {
  return Array.isArray(key) && key[0] === 'form';
}

/** A step's form, fetched once: what the applicant types into must not be exchanged under them. */
export function useForm(flow: string, step: string, entry?: EntryLink): SWRResponse<ServedForm, ApiError> {
  const key: FormKey = ['form', flow, step, entry];
  return useSWR<ServedForm, ApiError>(key, () => getForm(flow, step, entry), {
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
}
