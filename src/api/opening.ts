import type { AxiosRequestConfig } from 'axios';
import type { Envelope } from '../contract/call';
import type { StepRecords } from '../contract/steps';
import type { ServedForm, ServedSection, Step } from '../model/types';
import { toApiError } from './apiError';
import { client, connectedSession } from './client';
import type {} from './firstCall';

/**
 * Records of GET open: the parts that a page would ask for by single calls, each as its own call answers it. Whoever makes such a call
 * declares its part here.
 */
export interface Opening {
  /** What every form of the page is drawn with. */
  context?: ServedForm['context'];
  forms?: Record<string, ServedSection[]>;
  flow?: Record<string, Step>;
  steps: Record<string, StepRecords>;
}

interface PageOpening {
  trnId: string;
  page: string;
  answer: Promise<Opening>;
  /** The same once it is there. */
  there?: Opening;
  /** Parts that were given out, or changed since. */
  spent: Set<string>;
  /** No part is given out after this moment. */
  until: number;
}

/** A page is drawn within this time of the answer; what it has not asked for by then may have changed. */
const FRESH = 10_000;

let current: PageOpening | undefined;

/**
 * Asks at once for everything that a page needs; the calls that it then makes one by one find their parts in the answer. A page that is
 * being opened already is not asked for twice.
 */
export function startOpening(flow: string, step: string): void {
  const trnId = connectedSession()?.read()?.trnId;
  if (!trnId) return;
  const page = `${flow}/${step}`;
  if (current?.trnId === trnId && current.page === page && Date.now() < current.until) return;
  if (flow === 'application') void import(/* @vite-ignore */ rulesAddress(trnId, step)).catch(() => undefined);
  const opening: PageOpening = { trnId, page, answer: ask(trnId, page), spent: new Set(), until: Infinity };
  const settle = () => {
    opening.until = Date.now() + FRESH;
  };
  opening.answer.then((answer) => {
    opening.there = answer;
    settle();
  }, settle);
  current = opening;
}

/** Resolves once the page that is being opened has its answer, whatever that is; at once where none is. */
export async function awaitOpening(): Promise<void> {
  await current?.answer.catch(() => undefined);
}

/** The page that is being opened, where its answer is there and stands. */
export function openedPage(): { trnId: string; opening: Opening } | undefined {
  if (!current?.there || current.trnId !== connectedSession()?.read()?.trnId || Date.now() >= current.until)
    return undefined;
  return { trnId: current.trnId, opening: current.there };
}

/**
 * A part of the page that is being opened, given out once; else what `askAlone` answers. `pick` answers undefined for a part that the page
 * does not have. Rejects with what ended the session, if that is why the page could not be opened.
 */
export async function takeOpened<T>(
  part: string,
  pick: (opening: Opening) => T | undefined,
  askAlone: () => Promise<T>,
): Promise<T> {
  const opening = current;
  const mayGive = () =>
    opening === current &&
    opening?.trnId === connectedSession()?.read()?.trnId &&
    !opening?.spent.has(part) &&
    Date.now() < (opening?.until ?? 0);
  if (!opening || !mayGive()) return askAlone();
  const found = await opening.answer.then(pick, refuseEnded);
  if (found === undefined || !mayGive()) return askAlone();
  opening.spent.add(part);
  return found;
}

/** Whatever else went wrong, the single calls tell by themselves. */
function refuseEnded(cause: unknown): undefined {
  if ([401, 403, 406].includes(toApiError(cause).status)) throw cause;
}

/** The name of a section's draft among the parts. */
export const draftPart = (section: string) => `draft ${section}`;

/** What was read before its page is opened, with the name that the server knows its content by. */
let ahead: { trnId: string; page: string; tag: string; opening: Opening } | undefined;

/**
 * Reads a page that is likely to be the next, and gives its forms. When that page is opened the server is asked whether all of it still
 * stands, so that nothing stale is ever shown. Undefined when it cannot be had.
 */
export async function readAhead(flow: string, step: string): Promise<ServedForm | undefined> {
  const trnId = connectedSession()?.read()?.trnId;
  if (!trnId) return undefined;
  const opening = await ask(trnId, `${flow}/${step}`).catch(() => undefined);
  return opening && formOf(opening, step);
}

/** A form among the parts, as its own call answers it. */
export function formOf({ forms, flow, context }: Opening, step: string): ServedForm | undefined {
  const sections = forms?.[step];
  const { trnId = '' } = connectedSession()?.read() ?? {};
  return sections && context && { sections, step: flow?.[step], context, rules: rulesAddress(trnId, step) };
}

/** The rules of a step in one module, at an address that can be known before the step is: they are fetched while it is opened. */
function rulesAddress(trnId: string, step: string): string {
  return `/api/forms/rules/${trnId}/${step}?lang=${document.documentElement.lang}`;
}

/** Nobody who comes after finds what was read. */
export function forgetOpenings(): void {
  current = undefined;
  ahead = undefined;
}

const NOT_CHANGED = 304;

async function ask(trnId: string, page: string): Promise<Opening> {
  const known = ahead?.trnId === trnId && ahead.page === page ? ahead : undefined;
  const { status, data, headers } = await client.get<Envelope<Opening>>(`/open/${page}`, {
    ...takeFirstCall(trnId, page),
    headers: known && { 'If-None-Match': known.tag },
    validateStatus: (code) => (code >= 200 && code < 300) || (known !== undefined && code === NOT_CHANGED),
  });
  if (known && status === NOT_CHANGED) return known.opening;
  const tag = String(headers.etag ?? '');
  if (tag) ahead = { trnId, page, tag, opening: data.records };
  return data.records;
}

/** Has the answer come from the call that the page's first script has made, if that is this one; another try is a call of its own. */
function takeFirstCall(trnId: string, page: string): AxiosRequestConfig {
  const first = window.firstCall;
  const isThis = first?.page === page && first.trnId === trnId && first.token === connectedSession()?.read()?.token;
  if (!isThis || first.language !== document.documentElement.lang) return {};
  window.firstCall = undefined;
  let left: Promise<Response> | undefined = first.answer;
  const fetchOnce: typeof fetch = (input, init) => {
    const answer = left ?? fetch(input, init);
    left = undefined;
    return answer;
  };
  return { adapter: 'fetch', env: { fetch: fetchOnce } };
}

// A write changes what pages show; the renewal of a session does not, and a draft is that of its section only.
client.interceptors.request.use((config) => {
  const { method = 'get', url = '' } = config;
  if (method === 'get' || url === '/users/refreshToken') return config;
  const section = /^\/drafts\/[^/]+\/(.+)$/.exec(url)?.[1];
  if (section) current?.spent.add(draftPart(decodeURIComponent(section)));
  else current = undefined;
  return config;
});
