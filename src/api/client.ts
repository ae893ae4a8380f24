import axios, {
  type AxiosError,
  type AxiosRequestConfig,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
  isAxiosError,
} from 'axios';
import type { Envelope, Tokens } from '../contract/call';
import type { ContractName, InputOf, Records } from '../contract/contract';
import { retryOnce } from './act';
import { ApiError, toApiError } from './apiError';
import { formsVersionHeader, noteFormsVersion } from './formChanges';

let renewal: Promise<boolean> | undefined;

/**
 * Brings a session back whose access token was refused: all calls that wait share one refresh, and when
 * that is refused, one question for the password. False when the session is over; throws the ApiError of a
 * refresh that could not be made (no network), since that ends nothing.
 */
function renewSession(staleToken: string): Promise<boolean> {
  const session = connectedSession();
  const credentials = session?.read();
  if (!session || !credentials) return Promise.resolve(false);
  // Another call, or another tab, has renewed it meanwhile.
  if (credentials.token !== staleToken) return Promise.resolve(true);
  renewal ??= renew(session, credentials.refreshToken).finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function renew(session: SessionSource, refreshToken: string): Promise<boolean> {
  try {
    // The server gives the same successor again for seconds only: what was lost is asked for at once.
    session.renew(await retryOnce(() => refresh(refreshToken)));
    return true;
  } catch (cause) {
    const { status } = toApiError(cause);
    if (status !== 401 && status !== 403) throw cause;
    return session.signInAgain();
  }
}

function refresh(refreshtoken: string): Promise<Tokens> {
  return request('POST /users/refreshToken', { body: { refreshtoken }, session: 'none' });
}

declare module 'axios' {
  interface AxiosRequestConfig {
    /** 'none': a call made before or apart from a session, sent without its headers. */
    session?: 'none';
    /** Set by the client: this is the second and last try. */
    retried?: boolean;
    /** Set by the client: how often the server has said that the same act is still under way. */
    waited?: number;
  }
}

/** At two seconds each, longer than the server takes to see that a process has died. */
const MOST_WAITS = 5;

/** The one axios instance; everything it rejects with is an ApiError. */
export const client = axios.create({ baseURL: '/api', timeout: 30_000 });
client.interceptors.request.use(sign);
client.interceptors.response.use(noteEnd, recover);

/** What a caller may say of a call next to what the contract does. */
type Options = Pick<
  AxiosRequestConfig,
  'session' | 'retried' | 'timeout' | 'adapter' | 'fetchOptions' | 'signal' | 'onUploadProgress'
> & {
  headers?: Record<string, string>;
  /** The call's address where it is another than its name's: the flow file names those of some steps. */
  url?: string;
};

/** A call's input; none is needed where the contract asks for nothing. */
export type Input<Name extends ContractName> =
  unknown extends InputOf<Name> ? [input?: Options] : [input: InputOf<Name> & Options];

/** Makes a call and gives back the whole answer. Rejects with an ApiError; `success: false` is a failure whatever its HTTP status. */
export async function call<Name extends ContractName>(
  name: Name,
  ...[input]: Input<Name>
): Promise<Envelope<Records<Name>>> {
  const { params, query, body, key, headers, url = addressOf(name, params), ...config }: Parts = input ?? {};
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

/** Makes a call and gives back its records; `call` when the message is needed too. */
export async function request<Name extends ContractName>(name: Name, ...input: Input<Name>): Promise<Records<Name>> {
  return (await call(name, ...input)).records;
}

interface Parts extends Options {
  params?: Record<string, string>;
  query?: unknown;
  body?: unknown;
  key?: string;
}

/** The address of a call below /api: `('GET /drafts/:trn/:section', { trn: 'a', section: 'b' })` → `/drafts/a/b`. */
export function addressOf(name: ContractName, params: Record<string, string> = {}): string {
  return name
    .slice(name.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? ''));
}

function sign(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  const lang = globalThis.document?.documentElement.lang;
  if (lang) config.headers.set('accept-language', lang);
  if (config.method !== 'get') config.headers.set(formsVersionHeader());
  const credentials = config.session === 'none' ? undefined : connectedSession()?.read();
  if (credentials) config.headers.set(credentialHeaders(credentials));
  return config;
}

/** The headers that say who is asking (api.md, Conventions). */
export function credentialHeaders({ email, token, trnId }: Credentials): Record<string, string> {
  return { email, authorization: token, trn_id: trnId };
}

/** Passes on to the session how long it lasts from this answer on. */
function noteEnd(response: AxiosResponse): AxiosResponse {
  noteFormsVersion(response.headers);
  const seconds = Number(response.headers['session-seconds']);
  if (seconds > 0) connectedSession()?.lasts?.(seconds);
  return response;
}

async function recover(cause: unknown): Promise<unknown> {
  const error = toApiError(cause);
  if (!isAxiosError(cause) || !cause.config) throw error;
  if (cause.response) noteFormsVersion(cause.response.headers);
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
  const isLive = await renewSession(String(config.headers.get('authorization')));
  if (!isLive) throw error;
  return client.request({ ...config, retried: true });
}

/** Who is asking: what stands in the headers of every call. */
export interface Credentials {
  email: string;
  token: string;
  refreshToken: string;
  trnId: string;
}

/** The session as the client needs it; the app connects its store, tests a plain object. */
export interface SessionSource {
  /** Undefined while nobody is signed in. */
  read(): Credentials | undefined;
  renew(tokens: Tokens): void;
  /** The session ends after so many seconds without a call. */
  lasts?(seconds: number): void;
  /** Called when the refresh was refused: asks for the password again; resolves true once the session lives. */
  signInAgain(): Promise<boolean>;
  /** The server refuses this session for good (406): `code` is its reason. */
  refuse(code: string | undefined): void;
}

let source: SessionSource | undefined;

/** Makes `next` the session of every call from now on. */
export function connectSession(next: SessionSource | undefined): void {
  source = next;
}

export function connectedSession(): SessionSource | undefined {
  return source;
}
