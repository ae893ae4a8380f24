import useSWR, { type SWRResponse } from 'swr';
import type { Device } from '../model/device';
import type { Answers, ApplicationType } from '../model/types';
import { idempotent, retryOnce } from './act';
import type { ApiError } from './apiError';
import { call, credentialHeaders, type Envelope, get, post } from './client';
import { type EntryLink, entryHeaders } from './forms';
import type { Credentials } from './sessionSource';

/** Records of a login (spec 000, section 3, Login response records). */
export interface LoginRecords {
  token: string;
  refreshToken: string;
  /** The link value through which the application was begun. */
  url: string;
  trn_id: string;
  email: string;
  application_type: ApplicationType;
}

/** Records of a registration. */
export interface RegistrationRecords {
  trnid: string;
  token: string;
  refreshToken: string;
  message: string;
}

/** What is known before a registration: the subscriber, and whom the invitation is for. */
export interface RegistrationPage {
  first_name?: string;
  middle_name?: string;
  last_name?: string;
  email?: string;
  mobile?: string;
  Email_check?: boolean;
  subscriber_name: string;
  /** Spelled so by the specification. */
  subrciber_logo?: string;
  accent?: string;
  support_phone?: string;
  support_email?: string;
  property?: { PropertyName: string; LogoURL: string } | null;
  application_number?: string;
  [key: string]: unknown;
}

/** What the instruction page shows: rich text, to be cleaned before it is drawn. */
export interface Terms {
  text: string;
  subscriber_text: string;
  /** Their fingerprint; who pays says by it which terms were agreed to. */
  digest: string;
}

/** POST /users/login; `email` may be a username. */
export function login(email: string, password: string): Promise<Envelope<LoginRecords>> {
  return call<LoginRecords>({ url: '/users/login', method: 'post', data: { email, password }, session: 'none' });
}

/** POST /users/exchange: the one-time code of a login address becomes a session. */
export function exchangeCode(code: { trn_id: string; url: string; token: string }): Promise<Envelope<LoginRecords>> {
  const config = { url: '/users/exchange', method: 'post', data: code, session: 'none', ...idempotent() } as const;
  return retryOnce(() => call<LoginRecords>(config));
}

/** Ends a session on the server, be it the browser's own no longer; a stale token is not renewed for this, and a server that is slow is not waited for. */
export function logout(session: Credentials): Promise<unknown> {
  return post('/users/logout', undefined, {
    session: 'none',
    headers: credentialHeaders(session),
    retried: true,
    timeout: 5_000,
  });
}

/** POST /users/forgotPassword: the server answers the same whether or not it knows the address. */
export function forgotPassword(email: string): Promise<Envelope<unknown>> {
  return call({ url: '/users/forgotPassword', method: 'post', data: { email }, session: 'none' });
}

/** GET /users/resetlink, asked once: the error is `tokenUsed` for a link that is past its time or was used. */
export function useResetLink(uid: string): SWRResponse<unknown, ApiError> {
  return useSWR<unknown, ApiError>(
    ['resetlink', uid],
    () => get('/users/resetlink', { session: 'none', headers: { authorization: uid } }),
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  );
}

/** POST /users/resetPassword; `uid` is the single-use token of the link in the mail, `key` the same for every try of the same password. */
export function resetPassword(uid: string, password: string, key: string): Promise<Envelope<unknown>> {
  const data = { uid, password };
  return call({ url: '/users/resetPassword', method: 'post', data, session: 'none', ...idempotent(key) });
}

/** POST users/register; the same `key` for every try of the same answers. */
export function register(body: object, entry: EntryLink, key: string): Promise<Envelope<RegistrationRecords>> {
  const data = { ...body, url: entry.link, trn_id: entry.trnId };
  return call<RegistrationRecords>({
    url: '/users/register',
    method: 'post',
    data,
    session: 'none',
    headers: { ...entryHeaders(entry), ...idempotent(key).headers },
  });
}

/** GET users/registrationpage, asked once (spec 000, section 9: 0 retries). */
export function useRegistrationPage(entry: EntryLink | undefined): SWRResponse<RegistrationPage, ApiError> {
  const key = entry ? ['registrationpage', entry.path] : null;
  return useSWR<RegistrationPage, ApiError>(
    key,
    () => get<RegistrationPage>('/users/registrationpage', { session: 'none', headers: entryHeaders(entry) }),
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  );
}

/** GET applicant/validate-invitation with the invitation's own token; rejects when it has expired. */
export function validateInvitation(token: string): Promise<unknown> {
  return get('/applicant/validate-invitation', { session: 'none', headers: { authorization: token } });
}

/** Records of GET getTandCpageforregistration. */
export function useTerms(trnId: string): SWRResponse<Terms, ApiError> {
  return useSWR<Terms, ApiError>(
    `/users/getTandCpageforregistration/${encodeURIComponent(trnId)}`,
    (url: string) => get<Terms>(url),
    // What somebody is reading must not change under their eyes.
    { revalidateOnFocus: false, revalidateOnReconnect: false },
  );
}

/** POST users/updateTandC: the terms are agreed to. */
export function acceptTerms(trnId: string): Promise<Envelope<unknown>> {
  return call({ url: '/users/updateTandC', method: 'post', data: { trn_id: trnId } });
}

/** The lightest call of a session, made to keep it. */
export function stayIn(trnId: string): Promise<unknown> {
  return get(`/users/sectionstatus/${encodeURIComponent(trnId)}`);
}

/** A session of the own account, the device in words of schemas/texts/account.json. */
export interface ListedSession extends Device {
  id: string;
  begun_at: string;
  seen_at: string;
  /** The one that asks. */
  current: boolean;
}

/** Records of GET /users/sessions. */
export interface AccountSessions {
  login: string;
  sessions: ListedSession[];
}

/** Where the account is logged in, and as whom. */
export function useSessions(): SWRResponse<AccountSessions, ApiError> {
  return useSWR<AccountSessions, ApiError>('/users/sessions', (url: string) => get<AccountSessions>(url));
}

/** POST /users/sessions/end: one other session, or all others; answers what is left. */
export function endSessions(id?: string): Promise<Envelope<AccountSessions>> {
  const data = id === undefined ? {} : { id };
  return retryOnce(() => call<AccountSessions>({ url: '/users/sessions/end', method: 'post', data }));
}

/** POST /users/changePassword, `key` the same for every try of the same answers. */
export function changePassword(answers: Answers, key: string): Promise<Envelope<unknown>> {
  return call({ url: '/users/changePassword', method: 'post', data: answers, ...idempotent(key) });
}
