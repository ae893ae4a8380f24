import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Listening, listenLocally } from '../../support/listenLocally';
import type { Deal } from './plant';
import { refusalFor, spoiled, type Weather } from './weather';

/** A proxy that changes the server's responses. Playwright's routes would turn off the browser's cache. */
export interface Proxy extends Listening {
  /** Applies from now on, and starts over with the first refusal. */
  setWeather(weather: Weather): void;
}

/** Starts a proxy for `target`. Without `isEnforced`, each page's policy only reports. */
export async function startProxy(target: string, deal: Deal, isEnforced: boolean): Promise<Proxy> {
  let weather: Weather = 'as it is';
  let refused = 0;
  const server = createServer((request, response) => {
    const refusal = refusalFor(weather, request, deal, refused);
    if (refusal) refused++;
    const answered = refusal
      ? send(response, refusal)
      : forward(target, request, response, { weather: () => weather, deal, isEnforced });
    // A page that was left no longer waits for the response.
    answered.catch(() => response.destroy());
  });
  return {
    ...(await listenLocally(server)),
    setWeather(next) {
      weather = next;
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

interface Manner {
  /** The state when the response arrives, which can be late. */
  weather(): Weather;
  deal: Deal;
  isEnforced: boolean;
}

async function forward(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  manner: Manner,
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
  const told = headersOf(answer, manner.isEnforced);
  if (manner.weather() !== 'hostile answers' || request.method !== 'GET' || !told['content-type']?.includes('json'))
    return send(response, { status: answer.status, headers: told, body: Buffer.from(await answer.arrayBuffer()) });
  const json = JSON.stringify(spoiled(await answer.json(), manner.deal, url.startsWith('/api/forms/')));
  return send(response, { status: answer.status, headers: told, body: json });
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
