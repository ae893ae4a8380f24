import type { AxiosRequestConfig } from 'axios';
import type { Envelope } from '../contract/call';
import type { StepRecords } from '../contract/steps';
import type { ServedForm, ServedSection, Step } from '../model/types';
import { toApiError } from './apiError';
import { client, connectedSession } from './client';
import type {} from './earlyBootstrap';
import { areDraftsWaiting, awaitDrafts } from './pendingDrafts';

/** Records of the bootstrap call. Other modules add their parts by declaration merging. */
export interface Bootstrap {
  context?: ServedForm['context'];
  forms?: Record<string, ServedSection[]>;
  flow?: Record<string, Step>;
  steps: Record<string, StepRecords>;
}

interface PageBootstrap {
  trnId: string;
  page: string;
  answer: Promise<Bootstrap>;
  data?: Bootstrap;
  /** Parts that were already used or are outdated. */
  spent: Set<string>;
  until: number;
}

const MAX_AGE_MS = 10_000;

let current: PageBootstrap | undefined;

export function startBootstrap(flow: string, step: string): void {
  const trnId = connectedSession()?.read()?.trnId;
  if (!trnId) return;
  const page = `${flow}/${step}`;
  if (current?.trnId === trnId && current.page === page && Date.now() < current.until) return;
  if (flow === 'application') void import(/* @vite-ignore */ rulesAddress(trnId, step)).catch(() => undefined);
  // Waits, because the response must include the previous page's drafts.
  const answer = areDraftsWaiting()
    ? awaitDrafts().then(() => fetchBootstrap(trnId, page))
    : fetchBootstrap(trnId, page);
  const bootstrap: PageBootstrap = { trnId, page, answer, spent: new Set(), until: Infinity };
  const finish = () => {
    bootstrap.until = Date.now() + MAX_AGE_MS;
  };
  bootstrap.answer.then((answer) => {
    bootstrap.data = answer;
    finish();
  }, finish);
  current = bootstrap;
}

export async function awaitBootstrap(): Promise<void> {
  await current?.answer.catch(() => undefined);
}

export function currentPageData(): { trnId: string; bootstrap: Bootstrap } | undefined {
  if (!current?.data || current.trnId !== connectedSession()?.read()?.trnId || Date.now() >= current.until)
    return undefined;
  return { trnId: current.trnId, bootstrap: current.data };
}

/**
 * Returns a part of the bootstrap records once, if they're still current. Otherwise, calls `fetchPart`. Rejects if the
 * bootstrap call was refused with 401, 403 or 406.
 */
export async function takeFromBootstrap<T>(
  part: string,
  pick: (bootstrap: Bootstrap) => T | undefined,
  fetchPart: () => Promise<T>,
): Promise<T> {
  const bootstrap = current;
  const isUsable = () =>
    bootstrap === current &&
    bootstrap?.trnId === connectedSession()?.read()?.trnId &&
    !bootstrap?.spent.has(part) &&
    Date.now() < (bootstrap?.until ?? 0);
  if (!bootstrap || !isUsable()) return fetchPart();
  const found = await bootstrap.answer.then(pick, refuseEnded);
  if (found === undefined || !isUsable()) return fetchPart();
  bootstrap.spent.add(part);
  return found;
}

/** Rethrows if access was refused. For any other error, the caller fetches the part again. */
function refuseEnded(cause: unknown): undefined {
  if ([401, 403, 406].includes(toApiError(cause).status)) throw cause;
}

export const draftPart = (section: string) => `draft ${section}`;

let ahead: { trnId: string; page: string; tag: string; bootstrap: Bootstrap } | undefined;

/** Prefetches a page's data and returns its form. Doesn't reject if the call fails. */
export async function prefetchForm(flow: string, step: string): Promise<ServedForm | undefined> {
  const trnId = connectedSession()?.read()?.trnId;
  if (!trnId) return undefined;
  const bootstrap = await fetchBootstrap(trnId, `${flow}/${step}`).catch(() => undefined);
  return bootstrap && selectForm(bootstrap, step);
}

export function selectForm({ forms, flow, context }: Bootstrap, step: string): ServedForm | undefined {
  const sections = forms?.[step];
  const { trnId = '' } = connectedSession()?.read() ?? {};
  return sections && context && { sections, step: flow?.[step], context, rules: rulesAddress(trnId, step) };
}

function rulesAddress(trnId: string, step: string): string {
  return `/api/forms/rules/${trnId}/${step}?lang=${document.documentElement.lang}`;
}

export function clearBootstrap(): void {
  current = undefined;
  ahead = undefined;
}

const NOT_CHANGED = 304;

async function fetchBootstrap(trnId: string, page: string): Promise<Bootstrap> {
  const known = ahead?.trnId === trnId && ahead.page === page ? ahead : undefined;
  const { status, data, headers } = await client.get<Envelope<Bootstrap>>(`/open/${page}`, {
    ...takeEarlyBootstrap(trnId, page),
    headers: known && { 'If-None-Match': known.tag },
    validateStatus: (code) => (code >= 200 && code < 300) || (known !== undefined && code === NOT_CHANGED),
  });
  if (known && status === NOT_CHANGED) return known.bootstrap;
  const tag = String(headers.etag ?? '');
  if (tag) ahead = { trnId, page, tag, bootstrap: data.records };
  return data.records;
}

function takeEarlyBootstrap(trnId: string, page: string): AxiosRequestConfig {
  const first = window.earlyBootstrap;
  const isThis = first?.page === page && first.trnId === trnId && first.token === connectedSession()?.read()?.token;
  if (!isThis || first.language !== document.documentElement.lang) return {};
  window.earlyBootstrap = undefined;
  let left: Promise<Response> | undefined = first.answer;
  const fetchOnce: typeof fetch = (input, init) => {
    const answer = left ?? fetch(input, init);
    left = undefined;
    return answer;
  };
  return { adapter: 'fetch', env: { fetch: fetchOnce } };
}

// Except for session refreshes, writes invalidate the bootstrap data. Saving a draft invalidates only that draft.
client.interceptors.request.use((config) => {
  const { method = 'get', url = '' } = config;
  if (method === 'get' || url === '/users/refreshToken') return config;
  const section = /^\/drafts\/[^/]+\/(.+)$/.exec(url)?.[1];
  if (section) current?.spent.add(draftPart(decodeURIComponent(section)));
  else current = undefined;
  return config;
});
