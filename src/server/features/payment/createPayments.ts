import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { Config } from '../../platform/config';
import { answerBrowserCall } from './sandbox/browserApi';
import { answerRefundCall } from './sandbox/refunds';
import { answerCall, type Call, createIntentStore, type IntentStore, type Reply } from './sandbox/stripeApi';
import { type MoneyEvent, type RefundOrder, type RefundResult, readMoneyEvent, refund } from './stripeRefunds';

export interface PaymentDeps extends ApplicationDeps {
  payments: PaymentGateway;
}

/** `amount` is in cents. Only the last four digits of the card number are stored. */
export type Charge =
  | SucceededCharge
  | { state: 'declined'; reason: string }
  | { state: 'open'; amount: number; isProcessing?: true }
  | { state: 'canceled' };

export interface SucceededCharge {
  state: 'succeeded';
  amount: number;
  paidFor?: string;
  brand: string;
  last4: string;
  paidAt: Date;
}

interface PaidEvent {
  id: string;
  intent: string;
}

/** Charges each intent only once. Calls with the same `key` are idempotent. */
export interface PaymentGateway {
  provider: 'sandbox' | 'stripe';
  publishableKey: string;
  openIntent(order: { trn: string; amount: number; key: string }): Promise<string>;
  cancel(intent: string): Promise<Charge>;
  confirm(order: { intent: string; token: string; key: string }): Promise<Charge>;
  find(intent: string): Promise<Charge>;
  refund(order: RefundOrder): Promise<RefundResult>;
  /** Returns the secret that a browser needs to confirm the intent. Never log or store it. */
  findSecret(intent: string): Promise<string>;
  answerBrowser?(call: Call): Promise<Reply>;
  /** Reads a webhook event. Returns undefined for events we don't use. Throws if the signature is wrong. */
  readEvent(raw: Buffer, signature: string): PaidEvent | MoneyEvent | undefined;
  close(): Promise<void>;
}

export async function createPayments(config: Config): Promise<PaymentGateway> {
  return config.stripe
    ? createStripeGateway({ provider: 'stripe', ...config.stripe })
    : createSandboxGateway(config.dataDir);
}

/** Not secret, because it signs only sandbox events. */
export const SANDBOX_WEBHOOK_SECRET = 'whsec_sandbox';

/** Runs Stripe's library with a local simulation of its API. */
export async function createSandboxGateway(dataDir: string): Promise<PaymentGateway> {
  const listener = await listenAsStripe(createIntentStore(path.join(dataDir, 'sandbox')));
  return createStripeGateway({
    provider: 'sandbox',
    secretKey: 'sk_test_sandbox',
    publishableKey: 'pk_test_sandbox',
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    local: { port: listener.port },
    answerBrowser: listener.answerBrowser,
    close: listener.close,
  });
}

interface StripeListener {
  port: number;
  answerBrowser(call: Call): Promise<Reply>;
  close(): Promise<void>;
}

async function listenAsStripe(store: IntentStore): Promise<StripeListener> {
  const serialize = createQueue();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { status, body: reply } = await serialize(() => answerOnce(store, request, body));
    response
      .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_sandbox' })
      .end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  // The address of a TCP server is an object.
  const { port } = server.address() as AddressInfo;
  const answerBrowser = (call: Call) => serialize(() => answerBrowserCall(store, call));
  return { port, answerBrowser, close: () => close(server) };
}

interface StoredReply {
  request: string;
  reply: Reply;
}

/** Repeats the first reply for an idempotency key. Fails for a different request. */
async function answerOnce(store: IntentStore, request: IncomingMessage, body: string): Promise<Reply> {
  const [path = '', query] = (request.url ?? '').split('?');
  const requestKey = `${request.method} ${path} ${body}`;
  const key = request.headers['idempotency-key'];
  const stored = key ? await store.read<StoredReply>(`key ${key}`) : undefined;
  if (stored) return stored.request === requestKey ? stored.reply : keyReused();
  const call = { method: request.method ?? '', path, form: new URLSearchParams(query || body) };
  const reply = path === '/v1/refunds' ? await answerRefundCall(store, call) : await answerCall(store, call);
  if (key && request.method === 'POST')
    await store.write(`key ${key}`, { request: requestKey, reply } satisfies StoredReply);
  return reply;
}

function keyReused(): Reply {
  const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
  return { status: 400, body: { error: { type: 'idempotency_error', message } } };
}

/** Runs calls one after another, like Stripe's object locks. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work, work);
    last = result;
    return result;
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
  local?: { port: number };
  answerBrowser?: PaymentGateway['answerBrowser'];
  close?(): Promise<void>;
}

export function createStripeGateway(settings: StripeSettings): PaymentGateway {
  const { provider, publishableKey, webhookSecret, local } = settings;
  const stripe = new Stripe(settings.secretKey, {
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(local && { host: '127.0.0.1', port: local.port, protocol: 'http' as const }),
  });
  const find = async (intent: string) =>
    toCharge(await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] }));
  return {
    provider,
    publishableKey,
    async openIntent({ trn, amount, key }) {
      const order = { amount, currency: 'usd', payment_method_types: ['card'], metadata: { trn_id: trn } };
      return (await stripe.paymentIntents.create(order, { idempotencyKey: key })).id;
    },
    cancel: (intent) => cancel(stripe, intent).catch((cause) => readAfterRefusal(cause, () => find(intent))),
    confirm: (order) => confirm(stripe, order).catch((cause) => readAfterFailure(cause, () => find(order.intent))),
    find,
    refund: (order) => refund(stripe, order),
    async findSecret(intent) {
      const { client_secret: secret } = await stripe.paymentIntents.retrieve(intent);
      if (!secret) throw new Error(`The provider returned no secret for ${intent}`);
      return secret;
    },
    answerBrowser: settings.answerBrowser,
    readEvent(raw, signature) {
      const event = stripe.webhooks.constructEvent(raw, signature, webhookSecret);
      if (event.type === 'payment_intent.succeeded') return { id: event.id, intent: event.data.object.id };
      return readMoneyEvent(event);
    },
    close: async () => settings.close?.(),
  };
}

async function confirm(stripe: Stripe, { intent, token, key }: { intent: string; token: string; key: string }) {
  const method = { type: 'card' as const, card: { token } };
  // A token is charged without the browser, so a card that needs 3-D Secure is declined.
  const order = { payment_method_data: method, error_on_requires_action: true, expand: ['latest_charge'] };
  // Stripe accepts a token here, but its types don't.
  const params = order as unknown as Stripe.PaymentIntentConfirmParams;
  return toCharge(await stripe.paymentIntents.confirm(intent, params, { idempotencyKey: key }));
}

async function cancel(stripe: Stripe, intent: string): Promise<Charge> {
  return toCharge(await stripe.paymentIntents.cancel(intent));
}

/** Reads the intent again, because another request may have charged or canceled it. */
async function readAfterRefusal(cause: unknown, find: () => Promise<Charge>): Promise<Charge> {
  if (!(cause instanceof Stripe.errors.StripeInvalidRequestError)) throw cause;
  return find();
}

/** Like `readAfterRefusal`, but also for a declined card. */
async function readAfterFailure(cause: unknown, find: () => Promise<Charge>): Promise<Charge> {
  if (!(cause instanceof Stripe.errors.StripeCardError || cause instanceof Stripe.errors.StripeInvalidRequestError))
    throw cause;
  const charge = await find();
  return charge.state === 'succeeded' || charge.state === 'canceled'
    ? charge
    : { state: 'declined', reason: cause.decline_code || cause.code || cause.type };
}

function toCharge(intent: Stripe.PaymentIntent): Charge {
  if (intent.status === 'canceled') return { state: 'canceled' };
  if (intent.status === 'processing') return { state: 'open', amount: intent.amount, isProcessing: true };
  if (intent.status !== 'succeeded') return { state: 'open', amount: intent.amount };
  if (intent.currency !== 'usd') throw new Error(`${intent.id} was paid in ${intent.currency}`);
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const card = charge?.payment_method_details?.card;
  const paidAt = charge ? new Date(charge.created * 1000) : new Date(intent.created * 1000);
  const { amount_received: amount, metadata } = intent;
  return {
    state: 'succeeded',
    amount,
    paidFor: metadata.trn_id,
    brand: card?.brand ?? '',
    last4: card?.last4 ?? '',
    paidAt,
  };
}
