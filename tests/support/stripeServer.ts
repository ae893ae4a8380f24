import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally } from './listenLocally';

/** A call as it came over the wire. */
export interface WireCall {
  method: string;
  path: string;
  query: string;
  form: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
}

/** What is answered to one call; 'cut' closes the line without an answer. */
export type WireAnswer = 'cut' | { status?: number; body: unknown; headers?: Record<string, string> };

/** Listens where Stripe's library calls, answers what it is told to in turn and keeps every call. */
export async function startStripeServer() {
  const calls: WireCall[] = [];
  const answers: WireAnswer[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://stripe.test');
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    calls.push({ method: request.method ?? '', path: pathname, query: search, form, headers: request.headers });
    const answer = answers.shift() ?? {
      status: 500,
      body: { error: { type: 'api_error', message: 'Nothing planned' } },
    };
    if (answer === 'cut') return void request.socket.destroy();
    const headers = { 'content-type': 'application/json', 'request-id': 'req_1', ...answer.headers };
    response.writeHead(answer.status ?? 200, headers).end(JSON.stringify(answer.body));
  });
  const { address, close } = await listenLocally(server);
  return {
    port: Number(new URL(address).port),
    calls,
    /** Plans the next answers, and forgets the calls so far. */
    plan(...next: WireAnswer[]) {
      calls.length = 0;
      answers.splice(0, answers.length, ...next);
    },
    close,
  };
}
