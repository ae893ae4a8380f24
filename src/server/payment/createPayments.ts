import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import type { Config } from '../config';
import { answerCall, createIntentStore, type IntentStore, type Reply } from './sandbox/stripeApi';

/** What became of a card that was charged, or not. `amount` in cents; `last4` is all that is kept of the card's number. */
export type Charge =
  | { state: 'succeeded'; amount: number; brand: string; last4: string; paidAt: Date }
  | { state: 'declined'; reason: string }
  | { state: 'open'; amount: number }
  | { state: 'canceled' };

interface PaidEvent {
  id: string;
  intent: string;
}

/**
 * The card payment provider. One intent per application can be charged once, whatever happens between;
 * the same `key` with the same arguments never does anything twice.
 */
export interface PaymentGateway {
  provider: 'sandbox' | 'stripe';
  publishableKey: string;
  /** Makes the intent of an application and gives its id; its amount, in cents, never changes. */
  openIntent(order: { trn: string; amount: number; key: string }): Promise<string>;
  /** Cancels an intent unless its card was charged, and gives how it stands then. */
  cancel(intent: string): Promise<Charge>;
  confirm(order: { intent: string; token: string; key: string }): Promise<Charge>;
  /** How an intent stands at the provider. */
  find(intent: string): Promise<Charge>;
  /** A payment that the provider reports by itself; undefined for any other event. Throws when the signature is wrong. */
  readEvent(raw: Buffer, signature: string): PaidEvent | undefined;
  close(): Promise<void>;
}

/** Stripe when its keys are set, else the sandbox. */
export async function createPayments(config: Config): Promise<PaymentGateway> {
  return config.stripe
    ? createStripeGateway({ provider: 'stripe', ...config.stripe })
    : createSandboxGateway(config.dataDir);
}

/** The secret with which the sandbox's events are signed: nothing real hangs on it. */
export const SANDBOX_WEBHOOK_SECRET = 'whsec_sandbox';

/** Stripe's own library talking to a stand-in of Stripe's API in this process; takes test cards only. */
export async function createSandboxGateway(dataDir: string): Promise<PaymentGateway> {
  const listener = await listenAsStripe(createIntentStore(path.join(dataDir, 'sandbox')));
  return createStripeGateway({
    provider: 'sandbox',
    secretKey: 'sk_test_sandbox',
    publishableKey: 'pk_test_sandbox',
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    local: { port: listener.port },
    close: listener.close,
  });
}

interface StripeListener {
  port: number;
  close(): Promise<void>;
}

/** Listens on a free local port and answers like Stripe's API, idempotency keys included. */
async function listenAsStripe(store: IntentStore): Promise<StripeListener> {
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
  // It listens at a port, not at a pipe.
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

interface StripeSettings {
  provider: PaymentGateway['provider'];
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Where Stripe's API answers, when it is the sandbox. */
  local?: { port: number };
  close?(): Promise<void>;
}

/** Charges cards through Stripe's own library: the client's card token becomes a PaymentIntent's payment method. */
export function createStripeGateway(settings: StripeSettings): PaymentGateway {
  const { provider, publishableKey, webhookSecret, local } = settings;
  const stripe = new Stripe(settings.secretKey, {
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(local && { host: '127.0.0.1', port: local.port, protocol: 'http' as const }),
  });
  const find = async (intent: string) =>
    chargeOf(await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] }));
  return {
    provider,
    publishableKey,
    async openIntent({ trn, amount, key }) {
      const order = { amount, currency: 'usd', payment_method_types: ['card'], metadata: { trn_id: trn } };
      return (await stripe.paymentIntents.create(order, { idempotencyKey: key })).id;
    },
    cancel: (intent) => cancel(stripe, intent).catch((cause) => afterRefusal(cause, () => find(intent))),
    confirm: (order) => confirm(stripe, order).catch((cause) => afterFailure(cause, () => find(order.intent))),
    find,
    readEvent(raw, signature) {
      const event = stripe.webhooks.constructEvent(raw, signature, webhookSecret);
      return event.type === 'payment_intent.succeeded' ? { id: event.id, intent: event.data.object.id } : undefined;
    },
    close: async () => settings.close?.(),
  };
}

async function confirm(stripe: Stripe, { intent, token, key }: { intent: string; token: string; key: string }) {
  const method = { type: 'card' as const, card: { token } };
  // A card that asks for a further step on screen counts as declined: there is no such step in this journey.
  const order = { payment_method_data: method, error_on_requires_action: true, expand: ['latest_charge'] };
  // The library's type wants a full card here, Stripe's API takes a token of Stripe.js in its place.
  const params = order as unknown as Stripe.PaymentIntentConfirmParams;
  return chargeOf(await stripe.paymentIntents.confirm(intent, params, { idempotencyKey: key }));
}

async function cancel(stripe: Stripe, intent: string): Promise<Charge> {
  return chargeOf(await stripe.paymentIntents.cancel(intent));
}

/** Stripe refuses to cancel what was charged or is canceled already; the intent itself says which. */
async function afterRefusal(cause: unknown, find: () => Promise<Charge>): Promise<Charge> {
  if (!(cause instanceof Stripe.errors.StripeInvalidRequestError)) throw cause;
  return find();
}

/** A failed confirmation may mean that another one went through, so the intent itself is asked before it counts as declined. */
async function afterFailure(cause: unknown, find: () => Promise<Charge>): Promise<Charge> {
  if (!(cause instanceof Stripe.errors.StripeCardError || cause instanceof Stripe.errors.StripeInvalidRequestError))
    throw cause;
  const now = await find();
  return now.state === 'succeeded' || now.state === 'canceled'
    ? now
    : { state: 'declined', reason: cause.decline_code || cause.code || cause.type };
}

function chargeOf(intent: Stripe.PaymentIntent): Charge {
  if (intent.status === 'canceled') return { state: 'canceled' };
  if (intent.status !== 'succeeded') return { state: 'open', amount: intent.amount };
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const card = charge?.payment_method_details?.card;
  const paidAt = charge ? new Date(charge.created * 1000) : new Date(intent.created * 1000);
  const { amount_received: amount } = intent;
  return { state: 'succeeded', amount, brand: card?.brand ?? '', last4: card?.last4 ?? '', paidAt };
}
