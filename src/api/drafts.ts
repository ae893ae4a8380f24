import type { SWRResponse } from 'swr';
import useSWRImmutable from 'swr/immutable';
import type { Draft, TypedDraft } from '../contract/drafts';
import { parsePointer, setIn } from '../model/answers/paths';
import type { Answers } from '../model/types';
import { type ApiError, toApiError } from './apiError';
import { draftPart, takeFromBootstrap } from './bootstrap';
import { connectedSession, request } from './client';
import { noteFormRefused } from './formsVersion';
import { findKept, forgetKept, keepDraft, keptSections } from './keptDrafts';
import { areDraftsWaiting, awaitDrafts, awaitPending, notePending, pendingSections } from './pendingDrafts';

export interface FoundDraft {
  draft?: Draft;
  kept?: Answers;
}

declare module './bootstrap' {
  interface Bootstrap {
    /** Null for sections without one. */
    drafts: Record<string, Draft | null>;
  }
}

const LARGEST_KEPT_ALIVE = 60_000;

export async function getDraft(trnId: string, section: string): Promise<Draft | undefined> {
  const draft = await takeFromBootstrap(
    draftPart(section),
    ({ drafts }) => drafts[section],
    () => askDraft(trnId, section),
  );
  return draft ?? undefined;
}

async function askDraft(trnId: string, section: string): Promise<Draft | undefined> {
  return (await request('GET /drafts/:trn/:section', { params: { trn: trnId, section } })) ?? undefined;
}

/**
 * Saves a draft, valid or not, and returns its revision. When leaving, `keepalive` lets the request outlive the page (browsers
 * refuse that above 64 kB).
 */
async function putDraft(trnId: string, section: string, body: TypedDraft, isLeaving: boolean): Promise<string> {
  const keepalive = isLeaving && !isLarge(body);
  const params = { trn: trnId, section };
  const outliving = keepalive ? { adapter: 'fetch' as const, fetchOptions: { keepalive } } : {};
  return (await request('PUT /drafts/:trn/:section', { params, body, ...outliving })).revision;
}

function isLarge(body: TypedDraft): boolean {
  return new TextEncoder().encode(JSON.stringify(body)).length >= LARGEST_KEPT_ALIVE;
}

/**
 * Saves a draft on the server and returns its revision. Keeps it in this browser while offline, logged out or in conflict.
 * Rejects if the server didn't take it.
 */
export async function putOrKeepDraft(
  trnId: string,
  section: string,
  draft: TypedDraft,
  isLeaving: boolean,
): Promise<string | undefined> {
  // The page is leaving because of a logout.
  if (!isSignedIn(trnId)) return undefined;
  const noteAnswer = notePending(trnId, section, draft.mark);
  // The next page sends what can't outlive this one.
  if (!navigator.onLine || isLarge(draft)) await keepWhileSignedIn(trnId, section, draft);
  try {
    const revision = await putAsked(trnId, section, draft, isLeaving);
    await forgetKept(trnId, section);
    return revision;
  } catch (cause) {
    if (mayYetArrive(toApiError(cause))) await keepWhileSignedIn(trnId, section, draft);
    else await forgetKept(trnId, section);
    throw cause;
  } finally {
    noteAnswer();
  }
}

/** Saves a draft without answers the settings have hidden since the page opened. The page then reloads its form. */
async function putAsked(trnId: string, section: string, draft: TypedDraft, isLeaving: boolean): Promise<string> {
  try {
    return await putDraft(trnId, section, draft, isLeaving);
  } catch (cause) {
    const hidden = hiddenFields(toApiError(cause));
    if (hidden.length === 0) throw cause;
    noteFormRefused();
    const answers = hidden.reduce((left, field) => setIn(left, parsePointer(field), undefined), draft.answers);
    return putDraft(trnId, section, { ...draft, answers }, isLeaving);
  }
}

/** Fields that were refused as hidden. */
function hiddenFields({ status, fieldErrors = [] }: ApiError): string[] {
  return status === 422 ? fieldErrors.flatMap(({ field }) => field || []) : [];
}

/** Requests that fail during a logout must not bring the text back. */
async function keepWhileSignedIn(trnId: string, section: string, draft: TypedDraft): Promise<void> {
  if (isSignedIn(trnId)) await keepDraft(trnId, section, draft);
  if (!isSignedIn(trnId)) await forgetKept(trnId, section);
}

function isSignedIn(trnId: string): boolean {
  return connectedSession()?.read()?.trnId === trnId;
}

/** True if another draft was saved since. `records` is that draft. */
export function isStaleDraft(error: ApiError): error is ApiError & { records: Draft } {
  return error.code === 'staleDraft';
}

/** Reads the drafts of several sections once per `visit`. Sends what this browser kept first. */
export function useDrafts(
  trnId: string,
  sections: readonly string[],
  visit: string,
): SWRResponse<Record<string, FoundDraft>, ApiError> {
  const key = ['drafts', trnId, visit];
  return useSWRImmutable<Record<string, FoundDraft>, ApiError>(key, () => findDrafts(trnId, sections));
}

async function findDrafts(trnId: string, sections: readonly string[]): Promise<Record<string, FoundDraft>> {
  if (areDraftsWaiting()) await awaitDrafts();
  const found = sections.map(async (section) => {
    const kept = await sendKept(trnId, section);
    const draft = await awaitPending(trnId, section, await getDraft(trnId, section), () => askDraft(trnId, section));
    return [section, { kept, draft }] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

async function sendKept(trnId: string, section: string): Promise<Answers | undefined> {
  const kept = await findKept(trnId, section);
  if (!kept) return undefined;
  try {
    await putOrKeepDraft(trnId, section, kept, false);
    return undefined;
  } catch (cause) {
    // Other failures stay kept.
    return isStaleDraft(toApiError(cause)) ? kept.answers : undefined;
  }
}

/** Retries all kept drafts of an application. Returns the sections that remain. */
export async function sendAllKept(trnId: string): Promise<string[]> {
  await Promise.all((await keptSections(trnId)).map((section) => sendKept(trnId, section)));
  return keptSections(trnId);
}

/**
 * Sends all drafts of an application. `wereLate` is true if some may have been missing on the server, `left` are the sections
 * still kept.
 */
export async function bringDrafts(trnId: string): Promise<{ wereLate: boolean; left: string[] }> {
  const late = [...pendingSections(trnId), ...(await keptSections(trnId))];
  if (areDraftsWaiting()) await awaitDrafts();
  const left = await sendAllKept(trnId);
  const arrived = late.map((section) => awaitPending(trnId, section, undefined, () => askDraft(trnId, section)));
  await Promise.all(arrived);
  return { wereLate: late.length > 0, left };
}

/** True unless the server judged the draft. */
function mayYetArrive(error: ApiError): boolean {
  const { status } = error;
  return status < 400 || status >= 500 || [401, 406, 408, 429].includes(status) || isStaleDraft(error);
}
