import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Listening, listenLocally } from '../../support/listenLocally';
import { addPayloads, findErrorResponse, type ResponseMode } from './responseMode';
import type { NextPayload } from './seedOperator';

/** A proxy that changes the server's responses. Playwright's routes would turn off the browser's cache. */
export interface Proxy extends Listening {
  /** Sets the mode of all later responses. Errors start over with the first one. */
  setMode(mode: ResponseMode): void;
}

/** Starts a proxy for `target`. Without `isEnforced`, each page's policy only reports. */
export async function startProxy(target: string, nextPayload: NextPayload, isEnforced: boolean): Promise<Proxy> {
  let mode: ResponseMode = 'unchanged';
  let refused = 0;
  const server = createServer((request, response) => {
    const refusal = findErrorResponse(mode, request, nextPayload, refused);
    if (refusal) refused++;
    const answered = refusal
      ? send(response, refusal)
      : forward(target, request, response, { mode: () => mode, nextPayload, isEnforced });
    // A page that was left no longer waits for the response.
    answered.catch(() => response.destroy());
  });
  return {
    ...(await listenLocally(server)),
    setMode(next) {
      mode = next;
      refused = 0;
    },
  };
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

async function send(response: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  response.writeHead(status, headers).end(body);
}

interface ProxyOptions {
  /** The mode when the response arrives. It may have changed since the request. */
  mode(): ResponseMode;
  nextPayload: NextPayload;
  isEnforced: boolean;
}

async function forward(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  options: ProxyOptions,
): Promise<void> {
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
  const url = request.url ?? '';
  const body =
    request.method === 'GET' || request.method === 'HEAD' ? undefined : new Uint8Array(await buffer(request));
  const answer = await fetch(target + url, {
    method: request.method,
    headers: headers as Record<string, string>,
    body,
    redirect: 'manual',
  });
  const responseHeaders = headersOf(answer, options.isEnforced);
  if (
    options.mode() !== 'with payloads' ||
    request.method !== 'GET' ||
    !responseHeaders['content-type']?.includes('json')
  )
    return send(response, {
      status: answer.status,
      headers: responseHeaders,
      body: Buffer.from(await answer.arrayBuffer()),
    });
  const json = JSON.stringify(addPayloads(await answer.json(), options.nextPayload, url.startsWith('/api/forms/')));
  return send(response, { status: answer.status, headers: responseHeaders, body: json });
}

/** Returns headers for the changed body and the requested policy. */
function headersOf(answer: Response, isEnforced: boolean): Record<string, string> {
  const {
    'content-length': _l,
    'content-encoding': _e,
    'transfer-encoding': _t,
    ...headers
  } = Object.fromEntries(answer.headers);
  const { 'content-security-policy': policy, ...others } = headers;
  if (isEnforced || !policy || !headers['content-type']?.includes('html')) return headers;
  return { ...others, 'content-security-policy-report-only': policy };
}
