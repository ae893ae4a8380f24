import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { IntentStore } from './intentStore';
import { answerCall, type Reply } from './stripeApi';

export interface StripeListener {
  port: number;
  close(): Promise<void>;
}

/** Listens on a free local port and answers like Stripe's API, idempotency keys included. */
export async function listenAsStripe(store: IntentStore): Promise<StripeListener> {
  const inTurn = createTurns();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { status, body: reply } = await inTurn(() => answerOnce(store, request, body));
    response
      .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_sandbox' })
      .end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return { port: (server.address() as AddressInfo).port, close: () => close(server) };
}

interface Kept {
  request: string;
  reply: Reply;
}

/** The same key with the same request gets the first answer again; with another request it is refused. */
async function answerOnce(store: IntentStore, request: IncomingMessage, body: string): Promise<Reply> {
  const path = (request.url ?? '').split('?')[0] ?? '';
  const asked = `${request.method} ${path} ${body}`;
  const key = request.headers['idempotency-key'];
  const kept = key ? await store.read<Kept>(`key ${key}`) : undefined;
  if (kept) return kept.request === asked ? kept.reply : keyReused();
  const reply = await answerCall(store, { method: request.method ?? '', path, form: new URLSearchParams(body) });
  if (key && request.method === 'POST') await store.write(`key ${key}`, { request: asked, reply } satisfies Kept);
  return reply;
}

function keyReused(): Reply {
  const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
  return { status: 400, body: { error: { type: 'idempotency_error', message } } };
}

/** One call after the other, as Stripe locks the object that a call changes. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
