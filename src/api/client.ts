import axios, {
  type AxiosError,
  type AxiosInstance,
  type AxiosRequestConfig,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
  isAxiosError,
} from 'axios';
import { retryOnce } from './act';
import { ApiError, toApiError } from './apiError';
import { type Credentials, connectedSession, type SessionSource, type Tokens } from './sessionSource';

let renewal: Promise<boolean> | undefined;

/**
 * Brings a session back whose access token was refused: all calls that wait share one refresh, and when
 * that is refused, one question for the password. False when the session is over; throws the ApiError of a
 * refresh that could not be made (no network), since that ends nothing.
 */
function renewSession(staleToken: string, client: AxiosInstance): Promise<boolean> {
  const session = connectedSession();
  const credentials = session?.read();
  if (!session || !credentials) return Promise.resolve(false);
  // Another call, or another tab, has renewed it meanwhile.
  if (credentials.token !== staleToken) return Promise.resolve(true);
  renewal ??= renew(session, credentials.refreshToken, client).finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function renew(session: SessionSource, refreshToken: string, client: AxiosInstance): Promise<boolean> {
  try {
    // The server gives the same successor again for seconds only: what was lost is asked for at once.
    session.renew(await retryOnce(() => refresh(refreshToken, client)));
    return true;
  } catch (cause) {
    const { status } = toApiError(cause);
    if (status !== 401 && status !== 403) throw cause;
    return session.signInAgain();
  }
}

async function refresh(refreshtoken: string, client: AxiosInstance): Promise<Tokens> {
  const { data } = await client.post<{ tokendata: Tokens }>(
    '/users/refreshToken/',
    { refreshtoken },
    { session: 'none' },
  );
  return data.tokendata;
}

declare module 'axios' {
  interface AxiosRequestConfig {
    /** 'none': a call made before or beside a session, sent without its headers. */
    session?: 'none';
    /** Set by the client: this is the second and last try. */
    retried?: boolean;
    /** Set by the client: how often the server has said that the same act is still under way. */
    waited?: number;
  }
}

/** The server's answer (api.md, Conventions). */
export interface Envelope<T> {
  status: number;
  success: boolean;
  message: string;
  records: T;
  tokendata?: { token: string; refreshToken: string };
}

/** At two seconds each, longer than the server takes to see that a process has died. */
const MOST_WAITS = 5;

/** The one axios instance; everything it rejects with is an ApiError. */
export const client = axios.create({ baseURL: '/api', timeout: 30_000 });
client.interceptors.request.use(sign);
client.interceptors.response.use(noteEnd, recover);

/** Makes a call and gives back the whole answer; `success: false` is a failure whatever its HTTP status. */
export async function call<T>(config: AxiosRequestConfig): Promise<Envelope<T>> {
  const { data: envelope } = await client.request<Envelope<T>>(config);
  if (envelope.success === false) throw new ApiError(envelope.status, envelope.message, { records: envelope.records });
  return envelope;
}

/** GET, answering the records. */
export async function get<T>(url: string, config?: AxiosRequestConfig): Promise<T> {
  return (await call<T>({ ...config, url })).records;
}

/** POST, answering the records; `call` when the message is needed too. */
export async function post<T>(url: string, data?: unknown, config?: AxiosRequestConfig): Promise<T> {
  return (await call<T>({ ...config, url, data, method: 'post' })).records;
}

/** PUT, answering the records. */
export async function put<T>(url: string, data: unknown, config?: AxiosRequestConfig): Promise<T> {
  return (await call<T>({ ...config, url, data, method: 'put' })).records;
}

/** DELETE, answering the records. */
export async function remove<T>(url: string, config?: AxiosRequestConfig): Promise<T> {
  return (await call<T>({ ...config, url, method: 'delete' })).records;
}

/** SWR's fetcher: the key is the path. */
export function fetcher<T>(url: string): Promise<T> {
  return get<T>(url);
}

function sign(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  const lang = globalThis.document?.documentElement.lang;
  if (lang) config.headers.set('accept-language', lang);
  const credentials = config.session === 'none' ? undefined : connectedSession()?.read();
  if (credentials) config.headers.set(credentialHeaders(credentials));
  return config;
}

/** The headers that say who is asking (api.md, Conventions). */
export function credentialHeaders({ email, token, trnId }: Credentials): Record<string, string> {
  return { email, authorization: token, trn_id: trnId };
}

/** Tells the session how long it lasts from this answer on. */
function noteEnd(response: AxiosResponse): AxiosResponse {
  const seconds = Number(response.headers['session-seconds']);
  if (seconds > 0) connectedSession()?.lasts?.(seconds);
  return response;
}

async function recover(cause: unknown): Promise<unknown> {
  const error = toApiError(cause);
  if (!isAxiosError(cause) || !cause.config) throw error;
  if (error.code === 'inProgress') return askAgain(cause.config, error);
  if (!cause.config.headers.has('authorization')) throw error;
  if (error.status === 406) connectedSession()?.refuse(error.code);
  if (error.status !== 401 || cause.config.retried) throw error;
  return retry(cause.config, error);
}

/** Another process is at it, or died in it and is found out within seconds: the same act, asked again, ends with its one answer. */
async function askAgain(config: NonNullable<AxiosError['config']>, error: ApiError): Promise<unknown> {
  const waited = config.waited ?? 0;
  if (waited >= MOST_WAITS) throw error;
  await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 2) * 1000));
  return client.request({ ...config, waited: waited + 1 });
}

async function retry(config: NonNullable<AxiosError['config']>, error: ApiError): Promise<unknown> {
  const isLive = await renewSession(String(config.headers.get('authorization')), client);
  if (!isLive) throw error;
  return client.request({ ...config, retried: true });
}
