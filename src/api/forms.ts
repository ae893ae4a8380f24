import type { SWRResponse } from 'swr';
import useSWRImmutable from 'swr/immutable';
import type { ServedMessages } from '../contract/forms';
import type { ServedForm } from '../model/types';
import type { ApiError } from './apiError';
import { selectForm, takeFromBootstrap } from './bootstrap';
import { request } from './client';
import { takePageData } from './pageData';

export interface EntryLink {
  /** 'open' in '/Property/demo/harbor-view/open'. Sent as the header `url`. */
  link: string;
  trnId?: string;
  /** The full path, because several entry links can have the same `link`. */
  path: string;
  invitation?: string;
}

export function getForm(flow: string, step: string, entry?: EntryLink): Promise<ServedForm> {
  const params = { step };
  if (flow === 'entry')
    return request('GET /forms/entry/:step', { params, session: 'none', headers: entryHeaders(entry) });
  if (flow === 'office') return request('GET /forms/office/:step', { params, session: 'none' });
  return request(flow === 'success' ? 'GET /forms/success/:step' : 'GET /forms/application/:step', { params });
}

function findForm(flow: string, step: string, entry?: EntryLink): Promise<ServedForm> {
  const fetchAlone = () => getForm(flow, step, entry);
  const served = flow === 'entry' && takePageData<ServedForm>(`/forms/entry/${step}`, entry?.path);
  if (served) return Promise.resolve(served);
  if (flow !== 'application') return fetchAlone();
  return takeFromBootstrap(`form ${step}`, (bootstrap) => selectForm(bootstrap, step), fetchAlone);
}

/**
 * Fetches the message files that differ from the build's. If the server has another build, fetches all `pages` listed
 * in schemas/meta/page-files.json.
 */
export function getServedMessages(build: string): Promise<ServedMessages> {
  return request('GET /forms/words', { query: { build }, session: 'none' });
}

export function entryHeaders(entry: EntryLink | undefined): Record<string, string> {
  const { link: url, trnId: trn_id, path, invitation: authorization } = entry ?? {};
  const headers = Object.entries({ url, trn_id, entry: path, authorization });
  return Object.fromEntries(headers.filter((header): header is [string, string] => Boolean(header[1])));
}

export type FormKey = ['form', string, string, EntryLink?];

export function isFormKey(key: unknown): key is FormKey {
  return Array.isArray(key) && key[0] === 'form';
}

/** Fetches a form once, without revalidation. `updateForms` replaces outdated forms. */
export function useForm(flow: string, step: string, entry?: EntryLink): SWRResponse<ServedForm, ApiError> {
  const key: FormKey = ['form', flow, step, entry];
  return useSWRImmutable<ServedForm, ApiError>(key, () => findForm(flow, step, entry));
}
