import useSWR, { type SWRResponse } from 'swr';
import useSWRInfinite, { type SWRInfiniteResponse } from 'swr/infinite';
import type { Envelope } from '../contract/call';
import type { Records } from '../contract/contract';
import type { ListedHousehold } from '../contract/listedHousehold';
import type {
  DecisionPreview,
  DecisionRequest,
  ListFilters,
  ListQuery,
  OfficeApplication,
  OfficeList,
  OfficePerson,
  OfficeRecord,
  OfficeSession,
  Revealed,
} from '../contract/office';
import type { HouseholdDecision, HouseholdQuery } from '../contract/officeHousehold';
import type { OfficeRole, RevealKind } from '../model/office';
import { type ApiError, isDefinite, toApiError } from './apiError';
import { call, callAddress, client, request } from './client';
import { createIdempotentCall, retryOnce } from './idempotentCall';
import { pollWhilePresent, usePolled, useRefetchOnReturn } from './usePolled';

/** Office calls use a cookie, so they send no applicant headers. */
const own = { session: 'none' } as const;

export function requestLoginLink(email: string): Promise<null> {
  return request('POST /office/login', { body: { email }, ...own });
}

export function logInToOffice(token: string): Promise<OfficeSession> {
  return request('POST /office/enter', { body: { token }, ...own });
}

export function useOfficeSession(): SWRResponse<OfficeSession, ApiError> {
  return useSWR<OfficeSession, ApiError>('office/session', () => request('GET /office/session', own));
}

export function logOutOfOffice(): Promise<null> {
  clearResponseCache();
  return request('POST /office/logout', own);
}

export function startFactorSetup(): Promise<Records<'POST /office/factor/begin'>> {
  return retryOnce(() => request('POST /office/factor/begin', own));
}

/** Logs in with a single-use code. If the response is lost, the session shows whether the code was accepted. */
export async function submitCode(code: string): Promise<OfficeSession> {
  try {
    return await request('POST /office/factor', { body: { code }, ...own });
  } catch (cause) {
    if (isDefinite(toApiError(cause))) throw cause;
    const session = await request('GET /office/session', own);
    if (session.factor !== 'given') throw cause;
    return session;
  }
}

const POLL_INTERVAL_MS = 5_000;

export function useApplications(query: ListQuery): SWRInfiniteResponse<OfficeList, ApiError> {
  const list = useSWRInfinite<OfficeList, ApiError>(
    (index, before: OfficeList | null) =>
      index > 0 && !before?.next ? null : ['office/applications', query, before?.next ?? undefined],
    ([, asked, cursor]: [string, ListQuery, string | undefined]) =>
      fetchPolled('GET /office/applications', { query: { ...asked, cursor } }),
    { keepPreviousData: true, revalidateAll: true, ...pollWhilePresent(POLL_INTERVAL_MS) },
  );
  useRefetchOnReturn(list.mutate);
  return list;
}

export function useApplicationOrder(query: ListQuery): { ids: string[]; total: number } {
  const { data } = useSWRInfinite<OfficeList, ApiError>(
    (index, before: OfficeList | null) =>
      index > 0 && !before?.next ? null : ['office/applications', query, before?.next ?? undefined],
    ([, asked, cursor]: [string, ListQuery, string | undefined]) =>
      fetchPolled('GET /office/applications', { query: { ...asked, cursor } }),
    { keepPreviousData: true, revalidateFirstPage: false, revalidateOnFocus: false, revalidateIfStale: false },
  );
  const ids = data?.flatMap(({ applications }) => applications.map(({ id }) => id)) ?? [];
  return { ids, total: data?.[0]?.total ?? 0 };
}

export function csvAddress(query: ListFilters): string {
  return `${client.defaults.baseURL}${callAddress('GET /office/applications.csv')}?${new URLSearchParams(query)}`;
}

export function useOfficeApplication(id: string): SWRResponse<OfficeApplication, ApiError> {
  const ask = () => fetchPolled('GET /office/applications/:id', { params: { id } });
  return usePolled(`office/application/${id}`, ask, POLL_INTERVAL_MS);
}

export function useAssignees(id: string): SWRResponse<{ id: string; name: string }[], ApiError> {
  const ask = async () => (await request('GET /office/applications/:id', { params: { id }, ...own })).people;
  return useSWR<{ id: string; name: string }[], ApiError>('office/assignees', ask, { revalidateOnFocus: false });
}

/** Returns a URL that expires after two minutes. */
export async function fileAddress(id: string, document: number, kind: 'file' | 'thumbnail'): Promise<string> {
  const params = { id, document: String(document) };
  return (await request('GET /office/applications/:id/documents/:document', { params, query: { kind }, ...own })).url;
}

/** Fetches the record again if `revealed` changes, because the PDF changes too. */
export function useOfficeRecord(id: string, isAsked: boolean, revealed: string): SWRResponse<OfficeRecord, ApiError> {
  const place = isAsked ? ['office/record', id, revealed] : null;
  const ask = () => request('GET /office/applications/:id/record', { params: { id }, ...own });
  return useSWR<OfficeRecord, ApiError>(place, ask, { keepPreviousData: true });
}

const decideOnce = createIdempotentCall();

export function submitDecision(id: string, body: DecisionRequest): Promise<unknown> {
  return decideOnce([id, body], (key) =>
    request('POST /office/applications/:id/acts', { params: { id }, body, key, ...own }),
  );
}

export function finishDuty(id: string, duty: string): Promise<null> {
  return request('POST /office/applications/:id/duties', { params: { id }, body: { duty }, ...own });
}

/** Returns the email and the letter that a decision would send. Saves nothing. */
export function previewDecision(id: string, body: DecisionRequest): Promise<DecisionPreview> {
  return request('POST /office/applications/:id/letter', { params: { id }, body, ...own });
}

const assignOnce = createIdempotentCall();

export function assignTo(id: string, revision: number, person: string | null): Promise<unknown> {
  const body = { revision, person };
  return assignOnce([id, body], (key) =>
    request('POST /office/applications/:id/assign', { params: { id }, body, key, ...own }),
  );
}

export function addNote(id: string, text: string, key: string): Promise<unknown> {
  return request('POST /office/applications/:id/notes', { params: { id }, body: { text }, key, ...own });
}

export function reveal(id: string, why: string, kinds: RevealKind[]): Promise<Revealed> {
  return request('POST /office/applications/:id/reveal', { params: { id }, body: { why, kinds }, ...own });
}

export function getRevealed(id: string): Promise<Revealed> {
  return request('GET /office/applications/:id/reveal', { params: { id }, ...own });
}

export function useOfficePeople(): SWRResponse<{ people: OfficePerson[] }, ApiError> {
  return useSWR<{ people: OfficePerson[] }, ApiError>('office/people', () => request('GET /office/people', own));
}

export type ChangedPeople = { people: OfficePerson[]; message: string };

export function invitePerson(body: { email: string; name: string; role: OfficeRole }): Promise<ChangedPeople> {
  return readChangedPeople(call('POST /office/people', { body, ...own }));
}

export function changeRole(id: string, role: OfficeRole): Promise<ChangedPeople> {
  return readChangedPeople(call('POST /office/people/role', { body: { id, role }, ...own }));
}

export function removePerson(id: string): Promise<ChangedPeople> {
  return readChangedPeople(call('POST /office/people/remove', { body: { id }, ...own }));
}

async function readChangedPeople(envelope: Promise<Envelope<{ people: OfficePerson[] }>>): Promise<ChangedPeople> {
  const { records, message } = await envelope;
  return { ...records, message };
}

type Followed = 'GET /office/applications' | 'GET /office/applications/:id';

interface Known {
  tag: string;
  records: unknown;
}

const MAX_KNOWN = 20;
const NOT_CHANGED = 304;

const known = new Map<string, Known>();

export function clearResponseCache(): void {
  known.clear();
}

/** Makes a call with the last response's ETag. Returns the last response if nothing changed (304). */
export async function fetchPolled<Name extends Followed>(
  name: Name,
  { params, query }: { params?: Record<string, string>; query?: Record<string, unknown> },
): Promise<Records<Name>> {
  const url = callAddress(name, params);
  const place = JSON.stringify([url, query, document.documentElement.lang]);
  const last = known.get(place);
  const { status, data, headers } = await client.get<Envelope<Records<Name>>>(url, {
    session: 'none',
    params: query,
    headers: last && { 'If-None-Match': last.tag },
    validateStatus: (code) => (code >= 200 && code < 300) || (last !== undefined && code === NOT_CHANGED),
  });
  if (last && status === NOT_CHANGED) return last.records as Records<Name>;
  known.delete(place);
  const tag = String(headers.etag ?? '');
  if (tag) known.set(place, { tag, records: data.records });
  for (const oldest of known.keys()) if (known.size > MAX_KNOWN) known.delete(oldest);
  return data.records;
}

export function useHouseholds(query: HouseholdQuery): SWRResponse<Records<'GET /office/households'>, ApiError> {
  const ask = () => request('GET /office/households', { query, ...own });
  return usePolled(`office/households/${JSON.stringify(query)}`, ask, POLL_INTERVAL_MS);
}

export function useOfficeHousehold(id: string): SWRResponse<ListedHousehold, ApiError> {
  const ask = () => request('GET /office/households/:id', { params: { id }, ...own });
  return usePolled(`office/household/${id}`, ask, POLL_INTERVAL_MS);
}

export function householdZipAddress(id: string): string {
  return `${client.defaults.baseURL}${callAddress('GET /office/households/:id/export', { id })}`;
}

export function decideHousehold(id: string, body: HouseholdDecision): Promise<unknown> {
  return request('POST /office/households/:id/acts', { params: { id }, body, ...own });
}
