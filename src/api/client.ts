import axios, {
  type AxiosError,
  type AxiosRequestConfig,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
  isAxiosError,
} from 'axios';
import type { Envelope, Tokens } from '../contract/call';
import type { ContractName, InputOf, Records } from '../contract/contract';
import { ApiError, toApiError } from './apiError';
import { formsVersionHeader, recordFormsVersion } from './formsVersion';
import { retryOnce } from './idempotentCall';
import { reportLateSave } from './lateSaves';

let renewal: Promise<boolean> | undefined;

/** Refreshes the session once for all waiting calls. Resolves to false if there's no session afterward. */
function renewSession(staleToken: string): Promise<boolean> {
  const session = connectedSession();
  const credentials = session?.read();
  if (!session || !credentials) return Promise.resolve(false);
  if (credentials.token !== staleToken) return Promise.resolve(true);
  renewal ??= renew(session, credentials.refreshToken).finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function renew(session: SessionSource, refreshToken: string): Promise<boolean> {
  try {
    // Retries immediately, because the server repeats its response only for a few seconds.
    session.renew(await retryOnce(() => refresh(refreshToken)));
    return true;
  } catch (cause) {
    const { status } = toApiError(cause);
    if (status !== 401 && status !== 403) throw cause;
    return session.logInAgain();
  }
}

function refresh(refreshtoken: string): Promise<Tokens> {
  return request('POST /users/refreshToken', { body: { refreshtoken }, session: 'none' });
}

declare module 'axios' {
  interface AxiosRequestConfig {
    session?: 'none';
    retried?: boolean;
    waited?: number;
  }
}

/** Retries are 2 seconds apart. Together, they take longer than the server needs to detect a dead process. */
const MAX_WAITS = 5;

/** Higher than `MAX_WAITS`, because a database failover takes longer. */
const MAX_OUTAGE_WAITS = 15;

/** Failed calls reject with an ApiError. */
export const client = axios.create({ baseURL: '/api', timeout: 30_000 });
client.interceptors.request.use(sign);
client.interceptors.response.use(updateSession, recover);

type Options = Pick<
  AxiosRequestConfig,
  'session' | 'retried' | 'timeout' | 'adapter' | 'fetchOptions' | 'signal' | 'onUploadProgress'
> & {
  headers?: Record<string, string>;
  url?: string;
};

export type Input<Name extends ContractName> =
  unknown extends InputOf<Name> ? [input?: Options] : [input: InputOf<Name> & Options];

/**
 * Makes a call and returns the whole response. Rejects if the response has `success: false`, whatever the HTTP status.
 */
export async function call<Name extends ContractName>(
  name: Name,
  ...[input]: Input<Name>
): Promise<Envelope<Records<Name>>> {
  const { params, query, body, key, headers, url = callAddress(name, params), ...config }: Parts = input ?? {};
  const { data: envelope } = await client.request<Envelope<Records<Name>>>({
    ...config,
    method: name.slice(0, name.indexOf(' ')),
    url,
    params: query,
    data: body,
    headers: { ...headers, ...(key && { 'Idempotency-Key': key }) },
  });
  if (envelope.success === false) throw new ApiError(envelope.status, envelope.message, { records: envelope.records });
  return envelope;
}

export async function request<Name extends ContractName>(name: Name, ...input: Input<Name>): Promise<Records<Name>> {
  return (await call(name, ...input)).records;
}

interface Parts extends Options {
  params?: Record<string, string>;
  query?: unknown;
  body?: unknown;
  key?: string;
}

/** `('GET /drafts/:trn/:section', { trn: 'a', section: 'b' })` → `/drafts/a/b` */
export function callAddress(name: ContractName, params: Record<string, string> = {}): string {
  return name
    .slice(name.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? ''));
}

/** Downloads a file. `timeout` is in milliseconds. */
export async function requestFile(address: string, timeout?: number): Promise<Blob> {
  return (await client.get<Blob>(address, { responseType: 'blob', timeout })).data;
}

function sign(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  const lang = globalThis.document?.documentElement.lang;
  if (lang) config.headers.set('accept-language', lang);
  if (config.method !== 'get') config.headers.set(formsVersionHeader());
  const credentials = config.session === 'none' ? undefined : connectedSession()?.read();
  if (credentials) config.headers.set(credentialHeaders(credentials));
  return config;
}

export function credentialHeaders({ email, token, trnId }: Credentials): Record<string, string> {
  return { email, authorization: token, trn_id: trnId };
}

function updateSession(response: AxiosResponse): AxiosResponse {
  recordFormsVersion(response.headers);
  const seconds = Number(response.headers['session-seconds']);
  if (seconds > 0) connectedSession()?.lasts?.(seconds);
  return response;
}

async function recover(cause: unknown): Promise<unknown> {
  const error = toApiError(cause);
  if (!isAxiosError(cause) || !cause.config) throw error;
  if (cause.response) recordFormsVersion(cause.response.headers);
  if (error.code === 'inProgress') return repeatLater(cause.config, error, MAX_WAITS);
  if (error.code === 'unavailable' && isRepeatable(cause.config)) return repeatUnavailable(cause.config, error);
  if (!cause.config.headers.has('authorization')) throw error;
  if (error.status === 406) connectedSession()?.refuse(error.code);
  if (error.status !== 401 || cause.config.retried) throw error;
  return retry(cause.config, error);
}

type Config = NonNullable<AxiosError['config']>;

/** True for reads and for calls with an idempotency key. The draft saver retries its own calls. */
function isRepeatable({ method, headers }: Config): boolean {
  return method === 'get' || headers.has('Idempotency-Key');
}

function repeatUnavailable(config: Config, error: ApiError): Promise<unknown> {
  if (config.method !== 'get') reportLateSave();
  return repeatLater(config, error, MAX_OUTAGE_WAITS);
}

async function repeatLater(config: Config, error: ApiError, mostWaits: number): Promise<unknown> {
  const waited = config.waited ?? 0;
  if (waited >= mostWaits) throw error;
  await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 2) * 1000));
  return client.request({ ...config, waited: waited + 1 });
}

async function retry(config: Config, error: ApiError): Promise<unknown> {
  const isLive = await renewSession(String(config.headers.get('authorization')));
  if (!isLive) throw error;
  return client.request({ ...config, retried: true });
}

export interface Credentials {
  email: string;
  token: string;
  refreshToken: string;
  trnId: string;
}

export interface SessionSource {
  read(): Credentials | undefined;
  renew(tokens: Tokens): void;
  /** Called with the number of seconds until the session expires. */
  lasts?(seconds: number): void;
  /** Called when the server refuses to refresh the session. Resolves to true after a login. */
  logInAgain(): Promise<boolean>;
  /** Called when a call with credentials gets status 406. */
  refuse(code: string | undefined): void;
}

let source: SessionSource | undefined;

export function connectSession(next: SessionSource | undefined): void {
  source = next;
}

export function connectedSession(): SessionSource | undefined {
  return source;
}
