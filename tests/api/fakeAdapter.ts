import { AxiosError, AxiosHeaders, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { client } from '../../src/api/client';

export interface FakeAnswer {
  status?: number;
  data?: unknown;
  headers?: Record<string, string>;
}

export interface FakeRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Query parameters. */
  params?: Record<string, unknown>;
  /** Parsed if it's a string of JSON. */
  body: unknown;
}

/** Answers all client calls with `respond`, and records the requests. Undefined simulates a lost network. */
export function fakeServer(
  respond: (request: FakeRequest) => FakeAnswer | undefined | Promise<FakeAnswer | undefined>,
) {
  const requests: FakeRequest[] = [];
  client.defaults.adapter = async (config) => {
    const request = read(config);
    requests.push(request);
    const answer = await respond(request);
    if (!answer) throw new AxiosError('Network Error', 'ERR_NETWORK', config);
    return settle(answer, config);
  };
  return requests;
}

/** Returns the envelope of a successful response. */
export function records(value: unknown, message = ''): FakeAnswer {
  return { data: { status: 200, success: true, message, records: value } };
}

function read(config: InternalAxiosRequestConfig): FakeRequest {
  const headers = Object.fromEntries(
    Object.entries(config.headers.toJSON()).map(([name, value]) => [name, String(value)]),
  );
  const { method = 'get', url = '', params } = config;
  return { method, url, headers, ...(params && { params }), body: parse(config.data) };
}

function parse(data: unknown): unknown {
  return typeof data === 'string' ? JSON.parse(data) : data;
}

function settle(
  { status = 200, data = null, headers = {} }: FakeAnswer,
  config: InternalAxiosRequestConfig,
): AxiosResponse {
  const response = { status, data, statusText: '', headers: new AxiosHeaders(headers), config };
  if (status < 300 || config.validateStatus?.(status)) return response;
  throw new AxiosError(`Request failed with status code ${status}`, undefined, config, null, response);
}
