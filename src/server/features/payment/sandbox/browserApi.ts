import {
  asksForBank,
  type Call,
  failure,
  finishIntent,
  type Intent,
  type IntentStore,
  isOpen,
  type Reply,
  readCardMethod,
  saveIntent,
  unexpected,
} from './stripeApi';

const ADDRESS = /^\/v1\/payment_intents\/([^/]+)\/(confirm|authenticate)$/;

/** Answers calls from Stripe.js, and simulates the bank's approval. */
export async function answerBrowserCall(store: IntentStore, { path, form }: Call): Promise<Reply> {
  const [, id = '', verb] = ADDRESS.exec(path) ?? [];
  const intent = await store.read<Intent>(id);
  if (!intent || form.get('client_secret') !== intent.client_secret)
    return failure(404, 'invalid_request_error', 'resource_missing', `No such payment_intent: '${id}'`);
  const reply = verb === 'confirm' ? await confirm(store, intent, form) : await authenticate(store, intent, form);
  return hideSecrets(reply);
}

async function confirm(store: IntentStore, intent: Intent, form: URLSearchParams): Promise<Reply> {
  if (!isOpen(intent)) return unexpected(intent);
  // Without a payment method, reuses the card that needs the bank's approval.
  const card = readCardMethod(form.get('payment_method') ?? '') ?? intent.asked;
  if (!card) return failure(400, 'invalid_request_error', 'resource_missing', 'No such payment_method');
  if (!asksForBank(card)) return finishIntent(store, intent, card);
  return saveIntent(store, { ...intent, status: 'requires_action', asked: card });
}

async function authenticate(store: IntentStore, intent: Intent, form: URLSearchParams): Promise<Reply> {
  if (intent.status !== 'requires_action' || !intent.asked) return unexpected(intent);
  if (form.get('outcome') === 'complete') return finishIntent(store, intent, intent.asked);
  await saveIntent(store, { ...intent, status: 'requires_payment_method', asked: undefined });
  return failure(402, 'card_error', 'payment_intent_authentication_failure', AUTHENTICATION_FAILED);
}

const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

function hideSecrets({ status, body }: Reply): Reply {
  if (status !== 200) return { status, body };
  const { id, object, amount, currency, status: state } = body as Intent;
  return { status, body: { id, object, amount, currency, status: state } };
}
