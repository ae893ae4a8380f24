import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally } from './listenLocally';

/** A received call. */
export interface StripeCall {
  method: string;
  path: string;
  query: string;
  form: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
}

/** The response to a call. 'cut' closes the connection without one. */
export type StripeResponse = 'cut' | { status?: number; body: unknown; headers?: Record<string, string> };

/** Simulates Stripe's server: sends planned responses in turn and stores every call. */
export async function startStripeServer() {
  const calls: StripeCall[] = [];
  const answers: StripeResponse[] = [];
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
    /** Plans the next responses and deletes the stored calls. */
    plan(...next: StripeResponse[]) {
      calls.length = 0;
      answers.splice(0, answers.length, ...next);
    },
    close,
  };
}
