import useSWR, { type SWRResponse } from 'swr';
import type { Draft, TypedDraft } from '../contract/drafts';
import type { Answers } from '../model/types';
import { type ApiError, toApiError } from './apiError';
import { connectedSession, request } from './client';
import { findKept, forgetKept, keepDraft, keptSections } from './keptDrafts';
import { draftPart, takeOpened } from './opening';

/** The server's draft of a section, if it has one, and what this browser kept that does not follow from it. */
export interface FoundDraft {
  draft?: Draft;
  kept?: Answers;
}

declare module './opening' {
  interface Opening {
    /** Null for a section that has none. */
    drafts: Record<string, Draft | null>;
  }
}

const LARGEST_KEPT_ALIVE = 60_000;

/** The draft of a section, or undefined when there is none. */
export async function getDraft(trnId: string, section: string): Promise<Draft | undefined> {
  const draft = await takeOpened(
    draftPart(section),
    ({ drafts }) => drafts[section],
    () => request('GET /drafts/:trn/:section', { params: { trn: trnId, section } }),
  );
  return draft ?? undefined;
}

/**
 * Keeps what is typed, right or wrong, and gives its revision. While the page is being left the request outlives it, as far as browsers
 * allow (they refuse that above 64 kB).
 */
async function putDraft(trnId: string, section: string, body: TypedDraft, isLeaving: boolean): Promise<string> {
  const keepalive = isLeaving && JSON.stringify(body).length < LARGEST_KEPT_ALIVE;
  const params = { trn: trnId, section };
  const outliving = keepalive ? { adapter: 'fetch' as const, fetchOptions: { keepalive } } : {};
  return (await request('PUT /drafts/:trn/:section', { params, body, ...outliving })).revision;
}

/**
 * Keeps a draft where it can: on the server, whose revision of it comes back, and in this browser while the network is lost, the
 * session has ended or another text stands in its place. Rejects when the server did not take it.
 */
export async function putOrKeepDraft(
  trnId: string,
  section: string,
  draft: TypedDraft,
  isLeaving: boolean,
): Promise<string | undefined> {
  // A page that goes because of a log-out has nothing more to send.
  if (!isSignedIn(trnId)) return undefined;
  if (!navigator.onLine) await keepWhileSignedIn(trnId, section, draft);
  try {
    const revision = await putDraft(trnId, section, draft, isLeaving);
    await forgetKept(trnId, section);
    return revision;
  } catch (cause) {
    if (mayYetArrive(toApiError(cause))) await keepWhileSignedIn(trnId, section, draft);
    else await forgetKept(trnId, section);
    throw cause;
  }
}

/** A log-out forgets everything; a request that fails during or after it must not bring its text back. */
async function keepWhileSignedIn(trnId: string, section: string, draft: TypedDraft): Promise<void> {
  if (isSignedIn(trnId)) await keepDraft(trnId, section, draft);
  if (!isSignedIn(trnId)) await forgetKept(trnId, section);
}

function isSignedIn(trnId: string): boolean {
  return connectedSession()?.read()?.trnId === trnId;
}

/** True when another text came since the one that this follows from; `records` is then that text. */
export function isStaleDraft(error: ApiError): error is ApiError & { records: Draft } {
  return error.code === 'staleDraft';
}

/** The drafts of several sections by name, read once per `visit`; what this browser has kept is brought to the server first. */
export function useDrafts(
  trnId: string,
  sections: readonly string[],
  visit: string,
): SWRResponse<Record<string, FoundDraft>, ApiError> {
  const key = ['drafts', trnId, visit, ...sections];
  return useSWR<Record<string, FoundDraft>, ApiError>(key, () => findDrafts(trnId, sections), {
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
}

async function findDrafts(trnId: string, sections: readonly string[]): Promise<Record<string, FoundDraft>> {
  const found = sections.map(async (section) => {
    const kept = await sendKept(trnId, section);
    return [section, { kept, draft: await getDraft(trnId, section) }] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** Brings what is kept to the server; gives back what is not taken because of another text there. */
async function sendKept(trnId: string, section: string): Promise<Answers | undefined> {
  const kept = await findKept(trnId, section);
  if (!kept) return undefined;
  try {
    await putOrKeepDraft(trnId, section, kept, false);
    return undefined;
  } catch (cause) {
    // Whatever else fails stays kept; the page has the server's word for everything.
    return isStaleDraft(toApiError(cause)) ? kept.answers : undefined;
  }
}

/** Tries once more to bring everything kept of an application to the server; the sections of which something is left. */
export async function sendAllKept(trnId: string): Promise<string[]> {
  await Promise.all((await keptSections(trnId)).map((section) => sendKept(trnId, section)));
  return keptSections(trnId);
}

/** No answer, a broken server, too many requests, an ended session and another text are no verdict on the draft. */
function mayYetArrive(error: ApiError): boolean {
  const { status } = error;
  return status < 400 || status >= 500 || [401, 406, 408, 429].includes(status) || isStaleDraft(error);
}
