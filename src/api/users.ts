import useSWR, { type SWRResponse } from 'swr';
import type { AccountSessions, LoginRecords } from '../contract/account';
import type { Terms } from '../contract/application';
import type { Envelope } from '../contract/call';
import type { Registered, RegistrationPage } from '../contract/entry';
import type { AddressSuggestion } from '../model/formContext';
import type { Answers } from '../model/types';
import { createKey, retryOnce } from './act';
import type { ApiError } from './apiError';
import { addressOf, type Credentials, call, credentialHeaders, request } from './client';
import { type EntryLink, entryHeaders } from './forms';
import { takeOpened } from './opening';
import { putPageData, takePageData } from './pageData';

/** POST /users/login; `email` may be a username. */
export function login(email: string, password: string): Promise<Envelope<LoginRecords>> {
  return call('POST /users/login', { body: { email, password }, session: 'none' });
}

/** POST /users/exchange: the one-time code of a login address becomes a session. */
export function exchangeCode(body: { trn_id: string; url: string; token: string }): Promise<Envelope<LoginRecords>> {
  const key = createKey();
  return retryOnce(() => call('POST /users/exchange', { body, key, session: 'none' }));
}

/** Ends a session on the server, be it the browser's own no longer; a stale token is not renewed for this, and a server that is slow is not waited for. */
export function logout(session: Credentials): Promise<unknown> {
  const headers = credentialHeaders(session);
  return request('POST /users/logout', { session: 'none', headers, retried: true, timeout: 5_000 });
}

/** POST /users/forgotPassword: the server answers the same whether or not it knows the address. */
export function forgotPassword(email: string): Promise<Envelope<unknown>> {
  return call('POST /users/forgotPassword', { body: { email }, session: 'none' });
}

/** GET /users/resetlink, asked once: the error is `tokenUsed` for a link that is past its time or was used. */
export function useResetLink(uid: string): SWRResponse<unknown, ApiError> {
  return useSWR<unknown, ApiError>(
    ['resetlink', uid],
    () => request('GET /users/resetlink', { session: 'none', headers: { authorization: uid } }),
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  );
}

/** POST /users/resetPassword; `uid` is the single-use token of the link in the mail, `key` the same for every try of the same password. */
export function resetPassword(uid: string, password: string, key: string): Promise<Envelope<unknown>> {
  return call('POST /users/resetPassword', { body: { uid, password }, key, session: 'none' });
}

/** POST users/register; the same `key` for every try of the same answers. */
export function register(answers: Answers, entry: EntryLink, key: string): Promise<Envelope<Registered>> {
  const body = { ...answers, url: entry.link, trn_id: entry.trnId };
  return call('POST /users/register', { body, key, session: 'none', headers: entryHeaders(entry) });
}

/** GET users/registrationpage, asked once (spec 000, section 9: 0 retries). */
export function useRegistrationPage(entry: EntryLink | undefined): SWRResponse<RegistrationPage, ApiError> {
  const key = entry ? ['registrationpage', entry.path] : null;
  return useSWR<RegistrationPage, ApiError>(key, () => getRegistrationPage(entry), {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  });
}

async function getRegistrationPage(entry: EntryLink | undefined): Promise<RegistrationPage> {
  const served = takePageData<RegistrationPage>('/users/registrationpage', entry?.path);
  return served ?? request('GET /users/registrationpage', { session: 'none', headers: entryHeaders(entry) });
}

/** GET open/registration: whether an invitation is good, and all that its page, a step of the entry flow, then asks for. Rejects when it has expired. */
export async function openInvitation(entry: EntryLink, step: string): Promise<void> {
  const { page, form } = await request('GET /open/registration', { session: 'none', headers: entryHeaders(entry) });
  putPageData(entry.path, { '/users/registrationpage': page, [`/forms/entry/${step}`]: form });
}

declare module './opening' {
  interface Opening {
    terms?: Terms;
  }
}

/** Records of GET getTandCpageforregistration. */
export function useTerms(trnId: string): SWRResponse<Terms, ApiError> {
  const params = { trn: trnId };
  return useSWR<Terms, ApiError>(
    addressOf('GET /users/getTandCpageforregistration/:trn', params),
    () =>
      takeOpened(
        'terms',
        ({ terms }) => terms,
        () => request('GET /users/getTandCpageforregistration/:trn', { params }),
      ),
    // What somebody is reading must not change under their eyes.
    { revalidateOnFocus: false, revalidateOnReconnect: false },
  );
}

/** POST users/updateTandC: the terms are agreed to. */
export function acceptTerms(trnId: string): Promise<Envelope<unknown>> {
  return call('POST /users/updateTandC', { body: { trn_id: trnId } });
}

/** The lightest call of a session, made to keep it. */
export function stayIn(trnId: string): Promise<unknown> {
  return request('GET /users/sectionstatus/:trn', { params: { trn: trnId } });
}

/** Where the account is logged in, and as whom. */
export function useSessions(): SWRResponse<AccountSessions, ApiError> {
  return useSWR<AccountSessions, ApiError>('/users/sessions', () => request('GET /users/sessions'));
}

/** POST /users/sessions/end: one other session, or all others; answers what is left. */
export function endSessions(id?: string): Promise<Envelope<AccountSessions>> {
  return retryOnce(() => call('POST /users/sessions/end', { body: { id } }));
}

/** POST /users/changePassword, `key` the same for every try of the same answers. */
export function changePassword(answers: Answers, key: string): Promise<Envelope<unknown>> {
  return call('POST /users/changePassword', { body: answers, key });
}

/** Addresses in the US that begin like `query`. */
export function suggestAddresses(query: string, signal: AbortSignal): Promise<AddressSuggestion[]> {
  return request('GET /address/suggest', { query: { q: query }, signal });
}
