import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The fields of Stripe's PaymentIntent that we use. */
export interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  client_secret: string;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  /** The card that needs the bank's approval. */
  asked?: SandboxCard;
  metadata: Record<string, string>;
  latest_charge: unknown;
}

export interface Call {
  method: string;
  path: string;
  form: URLSearchParams;
}

export interface Reply {
  status: number;
  body: unknown;
}

const DECLINE_MESSAGES: Record<string, string> = {
  card_declined: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  authentication_required: 'Your card was declined. This transaction requires authentication.',
};

export async function answerCall(store: IntentStore, call: Call): Promise<Reply> {
  const [, id, verb] = /^\/v1\/payment_intents(?:\/([^/]+)(?:\/(confirm|cancel))?)?$/.exec(call.path) ?? [];
  if (call.method === 'POST' && call.path === '/v1/payment_intents') return createIntent(store, call.form);
  const intent = id ? await store.read<Intent>(id) : undefined;
  if (!intent)
    return failure(404, 'invalid_request_error', 'resource_missing', `No such payment_intent: '${id ?? call.path}'`);
  if (call.method === 'GET') return { status: 200, body: intent };
  if (!verb || !isOpen(intent)) return unexpected(intent);
  return verb === 'confirm' ? confirm(store, intent, call.form) : saveIntent(store, { ...intent, status: 'canceled' });
}

async function createIntent(store: IntentStore, form: URLSearchParams): Promise<Reply> {
  const amount = Number(form.get('amount'));
  if (!Number.isInteger(amount) || amount < 50)
    return failure(400, 'invalid_request_error', 'amount_too_small', 'Amount must be at least 50 cents');
  // The same length as Stripe's ids, because applicants see this id as the payment reference.
  const id = `pi_sandbox_${randomBytes(8).toString('hex')}`;
  const intent: Intent = {
    id,
    client_secret: `${id}_secret_${randomUUID()}`,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    currency: form.get('currency') ?? 'usd',
    status: 'requires_payment_method',
    metadata: { trn_id: form.get('metadata[trn_id]') ?? '' },
    latest_charge: null,
  };
  return saveIntent(store, intent);
}

export const isOpen = ({ status }: Intent) => status === 'requires_payment_method' || status === 'requires_action';

export function unexpected({ status }: Intent): Reply {
  const message = `This PaymentIntent has the status '${status}'.`;
  return failure(400, 'invalid_request_error', 'payment_intent_unexpected_state', message);
}

async function confirm(store: IntentStore, intent: Intent, form: URLSearchParams): Promise<Reply> {
  const token = form.get('payment_method_data[card][token]') ?? '';
  const card = readCardToken(token);
  if (!card) return failure(400, 'invalid_request_error', 'resource_missing', 'No such token');
  if (asksForBank(card)) return decline({ ...card, outcome: 'authentication_required' });
  return finishIntent(store, intent, card);
}

export async function finishIntent(store: IntentStore, intent: Intent, card: SandboxCard): Promise<Reply> {
  if (!['succeed', 'authenticate'].includes(card.outcome)) return decline(card);
  const charge = { id: `ch_sandbox_${randomUUID()}`, object: 'charge', created: Math.floor(Date.now() / 1000) };
  const { brand, last4, exp_month, exp_year } = card;
  const latest_charge = {
    ...charge,
    payment_method_details: { type: 'card', card: { brand, last4, exp_month, exp_year } },
  };
  return saveIntent(store, {
    ...intent,
    asked: undefined,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge,
  });
}

export async function saveIntent(store: IntentStore, intent: Intent): Promise<Reply> {
  await store.write(intent.id, intent);
  return { status: 200, body: intent };
}

export function decline(card: SandboxCard): Reply {
  const code = card.outcome === 'insufficient_funds' ? 'card_declined' : card.outcome;
  return failure(402, 'card_error', code, DECLINE_MESSAGES[card.outcome] ?? '', card.outcome);
}

export function failure(status: number, type: string, code: string, message: string, decline_code?: string): Reply {
  return { status, body: { error: { type, code, message, ...(decline_code && { decline_code }) } } };
}

/** A card without its number. */
export interface SandboxCard {
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  outcome: CardOutcome | 'authentication_required';
}

/** `authenticate` succeeds after the bank's approval. */
export const CARD_OUTCOMES = [
  'succeed',
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'authenticate',
] as const;
type CardOutcome = (typeof CARD_OUTCOMES)[number];

export const asksForBank = ({ outcome }: SandboxCard) => outcome === 'authenticate';

const TOKEN_PREFIX = 'tok_sandbox_';
const METHOD_PREFIX = 'pm_sandbox_';

/** Returns a token that contains the card, so it needs no storage. */
export const createCardToken = (card: SandboxCard): string => TOKEN_PREFIX + encodeCard(card);
export const createCardMethod = (card: SandboxCard): string => METHOD_PREFIX + encodeCard(card);

const encodeCard = (card: SandboxCard) => Buffer.from(JSON.stringify(card)).toString('base64url');

export const readCardToken = (token: string) => readCard(TOKEN_PREFIX, token);
export const readCardMethod = (method: string) => readCard(METHOD_PREFIX, method);

function readCard(prefix: string, text: string): SandboxCard | undefined {
  if (!text.startsWith(prefix)) return undefined;
  try {
    return JSON.parse(Buffer.from(text.slice(prefix.length), 'base64url').toString());
  } catch {
    // Broken tokens count as unknown.
    return undefined;
  }
}

/** Stores one JSON file per object, so charges survive a restart. */
export interface IntentStore {
  read<Value>(name: string): Promise<Value | undefined>;
  write(name: string, thing: unknown): Promise<void>;
  /** Returns false if the object already exists. */
  add(name: string, thing: unknown): Promise<boolean>;
}

export function createIntentStore(folder: string): IntentStore {
  // Hashed, because clients choose the names.
  const filePath = (name: string) => path.join(folder, `${createHash('sha256').update(name).digest('hex')}.json`);
  return {
    async read(name) {
      const text = await readFile(filePath(name), 'utf8').catch(() => undefined);
      return text === undefined ? undefined : JSON.parse(text);
    },
    async write(name, thing) {
      await mkdir(folder, { recursive: true });
      await writeFile(`${filePath(name)}.part`, JSON.stringify(thing), { flush: true });
      await rename(`${filePath(name)}.part`, filePath(name));
    },
    async add(name, thing) {
      await mkdir(folder, { recursive: true });
      const part = `${filePath(name)}.${randomUUID()}.part`;
      await writeFile(part, JSON.stringify(thing), { flush: true });
      const isFirst = await link(part, filePath(name)).then(
        () => true,
        () => false,
      );
      await rm(part);
      return isFirst;
    },
  };
}
