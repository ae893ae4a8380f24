import useSWR, { type SWRResponse } from 'swr';
import useSWRInfinite, { type SWRInfiniteResponse } from 'swr/infinite';
import type { Envelope } from '../contract/call';
import type { Records } from '../contract/contract';
import type {
  ActBody,
  ListQuery,
  OfficeApplication,
  OfficeList,
  OfficePerson,
  OfficeSession,
  Revealed,
} from '../contract/office';
import type { OfficeRole, RevealKind } from '../model/office';
import { retryOnce } from './act';
import { type ApiError, isAnswered, toApiError } from './apiError';
import { addressOf, call, client, request } from './client';
import { usePolled, useReturn, whilePresent } from './usePolled';

/** The office has a session of its own, in a cookie: an applicant's headers stay away from it. */
const own = { session: 'none' } as const;

export function askForLink(email: string): Promise<null> {
  return request('POST /office/login', { body: { email }, ...own });
}

export function enterOffice(token: string): Promise<OfficeSession> {
  return request('POST /office/enter', { body: { token }, ...own });
}

export function useOfficeSession(): SWRResponse<OfficeSession, ApiError> {
  return useSWR<OfficeSession, ApiError>('office/session', () => request('GET /office/session', own));
}

export function leaveOffice(): Promise<null> {
  forgetAnswers();
  return request('POST /office/logout', own);
}

/** Another secret takes the place of one that got lost on its way. */
export function beginFactor(): Promise<Records<'POST /office/factor/begin'>> {
  return retryOnce(() => request('POST /office/factor/begin', own));
}

/** A code is good once: where its answer gets lost, the session says whether it was taken. */
export async function giveCode(code: string): Promise<OfficeSession> {
  try {
    return await request('POST /office/factor', { body: { code }, ...own });
  } catch (cause) {
    if (isAnswered(toApiError(cause))) throw cause;
    const session = await request('GET /office/session', own);
    if (session.factor !== 'given') throw cause;
    return session;
  }
}

/** How soon one of the office sees what another did. */
const FOLLOW_EVERY = 5_000;

/** The list, page after page; it follows what others do. */
export function useApplications(query: ListQuery): SWRInfiniteResponse<OfficeList, ApiError> {
  const list = useSWRInfinite<OfficeList, ApiError>(
    (index, before: OfficeList | null) =>
      index > 0 && !before?.next ? null : ['office/applications', query, before?.next ?? undefined],
    ([, asked, cursor]: [string, ListQuery, string | undefined]) =>
      askAgain('GET /office/applications', { query: { ...asked, cursor } }),
    { keepPreviousData: true, revalidateAll: true, ...whilePresent(FOLLOW_EVERY) },
  );
  useReturn(list.mutate);
  return list;
}

/** Where the browser gets the same list as a table: its cookie goes along. */
export function csvAddress(query: ListQuery): string {
  return `${client.defaults.baseURL}${addressOf('GET /office/applications.csv')}?${new URLSearchParams(query)}`;
}

/** One application; it follows what others do. */
export function useOfficeApplication(id: string): SWRResponse<OfficeApplication, ApiError> {
  const ask = () => askAgain('GET /office/applications/:id', { params: { id } });
  return usePolled(`office/application/${id}`, ask, FOLLOW_EVERY);
}

/** The address of a file, good for two minutes. */
export async function fileAddress(id: string, document: number, kind: 'file' | 'thumbnail'): Promise<string> {
  const params = { id, document: String(document) };
  return (await request('GET /office/applications/:id/documents/:document', { params, query: { kind }, ...own })).url;
}

export function verifyRecord(id: string): Promise<Records<'GET /office/applications/:id/record'>> {
  return request('GET /office/applications/:id/record', { params: { id }, ...own });
}

export function actOn(id: string, body: ActBody): Promise<unknown> {
  return request('POST /office/applications/:id/acts', { params: { id }, body, ...own });
}

export function assignTo(id: string, revision: number, person: string | null): Promise<unknown> {
  return request('POST /office/applications/:id/assign', { params: { id }, body: { revision, person }, ...own });
}

export function addNote(id: string, text: string, key: string): Promise<unknown> {
  return request('POST /office/applications/:id/notes', { params: { id }, body: { text }, key, ...own });
}

export function reveal(id: string, why: string, kinds: RevealKind[]): Promise<Revealed> {
  return request('POST /office/applications/:id/reveal', { params: { id }, body: { why, kinds }, ...own });
}

export function useOfficePeople(): SWRResponse<{ people: OfficePerson[] }, ApiError> {
  return useSWR<{ people: OfficePerson[] }, ApiError>('office/people', () => request('GET /office/people', own));
}

/** Who works there after a change, and what the server says of it. */
export type PeopleAfter = { people: OfficePerson[]; message: string };

export function invitePerson(body: { email: string; name: string; role: OfficeRole }): Promise<PeopleAfter> {
  return peopleAfter(call('POST /office/people', { body, ...own }));
}

export function changeRole(id: string, role: OfficeRole): Promise<PeopleAfter> {
  return peopleAfter(call('POST /office/people/role', { body: { id, role }, ...own }));
}

export function removePerson(id: string): Promise<PeopleAfter> {
  return peopleAfter(call('POST /office/people/remove', { body: { id }, ...own }));
}

async function peopleAfter(envelope: Promise<Envelope<{ people: OfficePerson[] }>>): Promise<PeopleAfter> {
  const { records, message } = await envelope;
  return { ...records, message };
}

type Followed = 'GET /office/applications' | 'GET /office/applications/:id';

interface Known {
  tag: string;
  records: unknown;
}

/** So many answers are remembered: an open page asks for one of them, a long list for some. */
const MOST = 20;
const NOT_CHANGED = 304;

const known = new Map<string, Known>();

/** Nobody who comes after finds what was read. */
export function forgetAnswers(): void {
  known.clear();
}

/**
 * Makes a call of the office that is repeated as long as its page is open: where nothing is new, the server says only that, and what is
 * known comes back. Rejects with an ApiError.
 */
export async function askAgain<Name extends Followed>(
  name: Name,
  { params, query }: { params?: Record<string, string>; query?: Record<string, unknown> },
): Promise<Records<Name>> {
  const url = addressOf(name, params);
  const place = JSON.stringify([url, query, document.documentElement.lang]);
  const last = known.get(place);
  const { status, data, headers } = await client.get<Envelope<Records<Name>>>(url, {
    session: 'none',
    params: query,
    headers: last && { 'If-None-Match': last.tag },
    validateStatus: (code) => (code >= 200 && code < 300) || (last !== undefined && code === NOT_CHANGED),
  });
  // What stands under a place is what this call was answered there.
  if (last && status === NOT_CHANGED) return last.records as Records<Name>;
  known.delete(place);
  const tag = String(headers.etag ?? '');
  if (tag) known.set(place, { tag, records: data.records });
  for (const oldest of known.keys()) if (known.size > MOST) known.delete(oldest);
  return data.records;
}
