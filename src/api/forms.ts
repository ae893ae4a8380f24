import useSWR, { type SWRResponse } from 'swr';
import type { ServedWords } from '../contract/forms';
import type { ServedForm } from '../model/types';
import type { ApiError } from './apiError';
import { request } from './client';
import { formOf, takeOpened } from './opening';
import { takePageData } from './pageData';

/** An entry link as the calls before a session name it. */
export interface EntryLink {
  /** The link value, sent as header `url`. */
  link: string;
  trnId?: string;
  /** The whole path; tells apart links of the same value. */
  path: string;
  /** The token of an invitation: with it the server says what it knows of the invited. */
  invitation?: string;
}

/** The sections of a step with their context; `entry` only for the registration, which has no session yet. */
export function getForm(flow: string, step: string, entry?: EntryLink): Promise<ServedForm> {
  const params = { step };
  if (flow === 'entry')
    return request('GET /forms/entry/:step', { params, session: 'none', headers: entryHeaders(entry) });
  if (flow === 'office') return request('GET /forms/office/:step', { params, session: 'none' });
  return request(flow === 'success' ? 'GET /forms/success/:step' : 'GET /forms/application/:step', { params });
}

function findForm(flow: string, step: string, entry?: EntryLink): Promise<ServedForm> {
  const askAlone = () => getForm(flow, step, entry);
  const served = flow === 'entry' && takePageData<ServedForm>(`/forms/entry/${step}`, entry?.path);
  if (served) return Promise.resolve(served);
  if (flow !== 'application') return askAlone();
  return takeOpened(`form ${step}`, (opening) => formOf(opening, step), askAlone);
}

/** What the server's texts and flows say otherwise than this build of the app. */
export function getWords(build: string): Promise<ServedWords> {
  return request('GET /forms/words', { query: { build }, session: 'none' });
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
  return useSWR<ServedForm, ApiError>(key, () => findForm(flow, step, entry), {
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
}
