import useSWR, { type SWRResponse } from 'swr';
import type { Answers } from '../model/types';
import { type ApiError, toApiError } from './apiError';
import { get, put } from './client';
import { findKept, forgetKept, keepDraft, keptSections, type TypedDraft } from './keptDrafts';
import { connectedSession } from './sessionSource';

/** What was typed into a section and not yet saved with its step. */
export interface Draft {
  answers: Answers;
  /** Which text this is, for the next one to be compared by. */
  stamp?: string;
}

/** The server's draft of a section, if it has one, and what this browser kept that does not follow from it. */
export interface FoundDraft {
  draft?: Draft;
  kept?: Answers;
}

/** The stamp of a section without a draft: that of the version saved with its step. */
export const stampOfSaved = (version: number) => `saved-${version}`;

const LARGEST_KEPT_ALIVE = 60_000;

/** The draft of a section, or undefined when there is none. */
export async function getDraft(trnId: string, section: string): Promise<Draft | undefined> {
  return (await get<Draft | null>(draftPath(trnId, section))) ?? undefined;
}

/**
 * Keeps what is typed, right or wrong. While the page is being left the request outlives it, as far as browsers allow
 * (they refuse that above 64 kB).
 */
function putDraft(trnId: string, section: string, draft: TypedDraft, isLeaving = false): Promise<Draft | null> {
  const keepalive = isLeaving && JSON.stringify(draft).length < LARGEST_KEPT_ALIVE;
  return put(draftPath(trnId, section), draft, keepalive ? { adapter: 'fetch', fetchOptions: { keepalive } } : {});
}

function draftPath(trnId: string, section: string): string {
  return `/drafts/${encodeURIComponent(trnId)}/${encodeURIComponent(section)}`;
}

/**
 * Keeps a draft where it can: on the server, whose stamp for it comes back, and in this browser while the network is lost, the
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
    const taken = await putDraft(trnId, section, draft, isLeaving);
    await forgetKept(trnId, section);
    return taken?.stamp;
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

/** True when another text came since the one that this follows from; `records` is then that text, a Draft. */
export function isStaleDraft({ code }: ApiError): boolean {
  return code === 'staleDraft';
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
