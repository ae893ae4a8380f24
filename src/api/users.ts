import useSWR, { type SWRResponse } from 'swr';
import type { AccountSessions, LoginRecords } from '../contract/account';
import type { Terms } from '../contract/application';
import type { Envelope } from '../contract/call';
import type { Registered, RegistrationPage } from '../contract/entry';
import type { AddressSuggestion } from '../model/formContext';
import type { Answers } from '../model/types';
import type { ApiError } from './apiError';
import { takeFromBootstrap } from './bootstrap';
import { type Credentials, call, callAddress, credentialHeaders, request } from './client';
import { type EntryLink, entryHeaders } from './forms';
import { createKey, retryOnce } from './idempotentCall';
import { putPageData, takePageData } from './pageData';

/** `email` may be a username. */
export function login(email: string, password: string): Promise<Envelope<LoginRecords>> {
  return call('POST /users/login', { body: { email, password }, session: 'none' });
}

export function exchangeCode(body: { trn_id: string; url: string; token: string }): Promise<Envelope<LoginRecords>> {
  const key = createKey();
  return retryOnce(() => call('POST /users/exchange', { body, key, session: 'none' }));
}

/** Ends a session without refreshing its token first. */
export function logout(session: Credentials): Promise<unknown> {
  const headers = credentialHeaders(session);
  return request('POST /users/logout', { session: 'none', headers, retried: true, timeout: 5_000 });
}

/** Requests a reset link. The response is the same for unknown emails. */
export function forgotPassword(email: string): Promise<Envelope<unknown>> {
  return call('POST /users/forgotPassword', { body: { email }, session: 'none' });
}

/** Returns the error `tokenUsed` if the link was already used or has expired. */
export function useResetLink(uid: string): SWRResponse<unknown, ApiError> {
  return useSWR<unknown, ApiError>(
    ['resetlink', uid],
    () => request('GET /users/resetlink', { session: 'none', headers: { authorization: uid } }),
    { revalidateOnReconnect: false },
  );
}

/** `uid` is the link's single-use token. Use one `key` for all attempts with the same password. */
export function resetPassword(uid: string, password: string, key: string): Promise<Envelope<unknown>> {
  return call('POST /users/resetPassword', { body: { uid, password }, key, session: 'none' });
}

export function register(answers: Answers, entry: EntryLink, key: string): Promise<Envelope<Registered>> {
  const body = { ...answers, url: entry.link, trn_id: entry.trnId };
  return call('POST /users/register', { body, key, session: 'none', headers: entryHeaders(entry) });
}

/** Fetches the registration page's data (docs/spec/000.md, §9). */
export function useRegistrationPage(entry: EntryLink | undefined): SWRResponse<RegistrationPage, ApiError> {
  const key = entry ? ['registrationpage', entry.path] : null;
  return useSWR<RegistrationPage, ApiError>(key, () => getRegistrationPage(entry), {
    revalidateOnReconnect: false,
  });
}

async function getRegistrationPage(entry: EntryLink | undefined): Promise<RegistrationPage> {
  const served = takePageData<RegistrationPage>('/users/registrationpage', entry?.path);
  return served ?? request('GET /users/registrationpage', { session: 'none', headers: entryHeaders(entry) });
}

/** Checks an invitation and stores the registration page's data. Rejects if the invitation was used or has expired. */
export async function openInvitation(entry: EntryLink, step: string): Promise<void> {
  const { page, form } = await request('GET /open/registration', { session: 'none', headers: entryHeaders(entry) });
  putPageData(entry.path, { '/users/registrationpage': page, [`/forms/entry/${step}`]: form });
}

declare module './bootstrap' {
  interface Bootstrap {
    terms?: Terms;
  }
}

export function useTerms(trnId: string): SWRResponse<Terms, ApiError> {
  const params = { trn: trnId };
  return useSWR<Terms, ApiError>(
    callAddress('GET /users/getTandCpageforregistration/:trn', params),
    () =>
      takeFromBootstrap(
        'terms',
        ({ terms }) => terms,
        () => request('GET /users/getTandCpageforregistration/:trn', { params }),
      ),
    // Terms must not change while someone reads them.
    { revalidateOnReconnect: false },
  );
}

export function acceptTerms(trnId: string): Promise<Envelope<unknown>> {
  return call('POST /users/updateTandC', { body: { trn_id: trnId } });
}

export function keepSessionAlive(trnId: string): Promise<unknown> {
  return request('GET /users/sectionstatus/:trn', { params: { trn: trnId } });
}

export function useSessions(): SWRResponse<AccountSessions, ApiError> {
  return useSWR<AccountSessions, ApiError>('/users/sessions', () => request('GET /users/sessions'));
}

export function endSessions(id?: string): Promise<Envelope<AccountSessions>> {
  return retryOnce(() => call('POST /users/sessions/end', { body: { id } }));
}

export function changePassword(answers: Answers, key: string): Promise<Envelope<unknown>> {
  return call('POST /users/changePassword', { body: answers, key });
}

export function suggestAddresses(query: string, signal: AbortSignal): Promise<AddressSuggestion[]> {
  return request('GET /address/suggest', { query: { q: query }, signal });
}
