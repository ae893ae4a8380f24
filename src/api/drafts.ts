import type { SWRResponse } from 'swr';
import useSWRImmutable from 'swr/immutable';
import type { Draft, TypedDraft } from '../contract/drafts';
import { parsePointer, setIn } from '../model/answers/paths';
import type { Answers } from '../model/types';
import { type ApiError, canRetry, toApiError } from './apiError';
import { draftPart, takeFromBootstrap } from './bootstrap';
import { connectedSession, request } from './client';
import { recordFormRejected } from './formsVersion';
import { findLocalDraft, listLocalSections, removeLocalDraft, storeLocalDraft } from './localDrafts';
import { areDraftsWaiting, awaitDrafts, awaitPending, pendingSections, recordPending } from './pendingDrafts';

export interface FoundDraft {
  draft?: Draft;
  kept?: Answers;
}

declare module './bootstrap' {
  interface Bootstrap {
    drafts: Record<string, Draft | null>;
  }
}

/** Browsers refuse `keepalive` bodies above 64 KiB. */
const MAX_KEEPALIVE_BYTES = 60_000;

export async function getDraft(trnId: string, section: string): Promise<Draft | undefined> {
  const draft = await takeFromBootstrap(
    draftPart(section),
    ({ drafts }) => drafts[section],
    () => fetchDraft(trnId, section),
  );
  return draft ?? undefined;
}

async function fetchDraft(trnId: string, section: string): Promise<Draft | undefined> {
  return (await request('GET /drafts/:trn/:section', { params: { trn: trnId, section } })) ?? undefined;
}

async function putDraft(trnId: string, section: string, body: TypedDraft, isLeaving: boolean): Promise<string> {
  const keepalive = isLeaving && !isLarge(body);
  const params = { trn: trnId, section };
  const outliving = keepalive ? { adapter: 'fetch' as const, fetchOptions: { keepalive } } : {};
  return (await request('PUT /drafts/:trn/:section', { params, body, ...outliving })).revision;
}

function isLarge(body: TypedDraft): boolean {
  return new TextEncoder().encode(JSON.stringify(body)).length >= MAX_KEEPALIVE_BYTES;
}

/**
 * Saves a draft and returns its revision. On failure, rejects and may store the draft in this browser (`isStillNeeded`).
 * Returns undefined if the applicant is logged out.
 */
export async function putOrKeepDraft(
  trnId: string,
  section: string,
  draft: TypedDraft,
  isLeaving: boolean,
): Promise<string | undefined> {
  if (!isLoggedIn(trnId)) return undefined;
  const resolvePending = recordPending(trnId, section, draft.mark);
  // If the page closes, it can't send this draft. The next page sends it.
  if (!navigator.onLine || isLarge(draft)) await storeWhileLoggedIn(trnId, section, draft);
  try {
    const revision = await putVisibleAnswers(trnId, section, draft, isLeaving);
    await removeLocalDraft(trnId, section);
    return revision;
  } catch (cause) {
    if (isStillNeeded(toApiError(cause))) await storeWhileLoggedIn(trnId, section, draft);
    else await removeLocalDraft(trnId, section);
    throw cause;
  } finally {
    resolvePending();
  }
}

/** Saves a draft. If the server refuses answers to hidden questions, saves the draft again without them. */
async function putVisibleAnswers(
  trnId: string,
  section: string,
  draft: TypedDraft,
  isLeaving: boolean,
): Promise<string> {
  try {
    return await putDraft(trnId, section, draft, isLeaving);
  } catch (cause) {
    const hidden = hiddenFields(toApiError(cause));
    if (hidden.length === 0) throw cause;
    recordFormRejected();
    const answers = hidden.reduce((left, field) => setIn(left, parsePointer(field), undefined), draft.answers);
    return putDraft(trnId, section, { ...draft, answers }, isLeaving);
  }
}

function hiddenFields({ status, fieldErrors = [] }: ApiError): string[] {
  return status === 422 ? fieldErrors.flatMap(({ field }) => field || []) : [];
}

/** Stores a draft in this browser, unless the applicant has logged out. */
async function storeWhileLoggedIn(trnId: string, section: string, draft: TypedDraft): Promise<void> {
  if (isLoggedIn(trnId)) await storeLocalDraft(trnId, section, draft);
  if (!isLoggedIn(trnId)) await removeLocalDraft(trnId, section);
}

function isLoggedIn(trnId: string): boolean {
  return connectedSession()?.read()?.trnId === trnId;
}

/** True if other answers were saved first. `records` has the stored draft or the saved answers. */
export function isStaleDraft(error: ApiError): error is ApiError & { records: Draft } {
  return error.code === 'staleDraft';
}

/** Fetches drafts once per `visit`, after sending the drafts that are stored in this browser. */
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
    const kept = await sendLocalDraft(trnId, section);
    const draft = await awaitPending(trnId, section, await getDraft(trnId, section), () => fetchDraft(trnId, section));
    return [section, { kept, draft }] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

async function sendLocalDraft(trnId: string, section: string): Promise<Answers | undefined> {
  const kept = await findLocalDraft(trnId, section);
  if (!kept) return undefined;
  try {
    await putOrKeepDraft(trnId, section, kept, false);
    return undefined;
  } catch (cause) {
    return isStaleDraft(toApiError(cause)) ? kept.answers : undefined;
  }
}

/** Sends the drafts that are stored in this browser. Returns the sections of the drafts that remain. */
export async function sendLocalDrafts(trnId: string): Promise<string[]> {
  await Promise.all((await listLocalSections(trnId)).map((section) => sendLocalDraft(trnId, section)));
  return listLocalSections(trnId);
}

/** Sends all drafts of an application. `left` lists the sections of drafts that remain stored in this browser. */
export async function sendAllDrafts(trnId: string): Promise<{ hadUnsentDrafts: boolean; left: string[] }> {
  const late = [...pendingSections(trnId), ...(await listLocalSections(trnId))];
  if (areDraftsWaiting()) await awaitDrafts();
  const left = await sendLocalDrafts(trnId);
  const arrived = late.map((section) => awaitPending(trnId, section, undefined, () => fetchDraft(trnId, section)));
  await Promise.all(arrived);
  return { hadUnsentDrafts: late.length > 0, left };
}

/** True if the server may accept the draft later, or if the applicant has to resolve a conflict. */
function isStillNeeded(error: ApiError): boolean {
  return canRetry(error) || isStaleDraft(error);
}
