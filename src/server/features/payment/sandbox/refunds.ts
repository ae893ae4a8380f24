import { randomUUID } from 'node:crypto';
import { type Call, failure, type Intent, type IntentStore, type Reply } from './stripeApi';

/** The fields of Stripe's Refund that we use. */
interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  payment_intent: string;
  status: 'succeeded';
  metadata: Record<string, string>;
}

export async function answerRefundCall(store: IntentStore, call: Call): Promise<Reply> {
  const intentId = call.form.get('payment_intent') ?? '';
  const intent = await store.read<Intent>(intentId);
  if (!intent)
    return failure(404, 'invalid_request_error', 'resource_missing', `No such payment_intent: '${intentId}'`);
  const made = await listRefunds(store, intentId);
  if (call.method === 'GET') return { status: 200, body: { object: 'list', data: made, has_more: false } };
  const amount = Number(call.form.get('amount') ?? intent.amount_received);
  const left = intent.amount_received - made.reduce((sum, one) => sum + one.amount, 0);
  if (!Number.isInteger(amount) || amount < 1 || amount > left)
    return failure(400, 'invalid_request_error', 'charge_already_refunded', `At most ${left} cents can be refunded`);
  const refund: Refund = {
    id: `re_sandbox_${randomUUID()}`,
    object: 'refund',
    amount,
    payment_intent: intentId,
    status: 'succeeded',
    metadata: Object.fromEntries(readMetadata(call.form)),
  };
  const isFirst = await store.add(refundName(intentId, made.length), refund);
  return isFirst ? { status: 200, body: refund } : answerRefundCall(store, call);
}

const refundName = (intent: string, index: number) => `refund ${index} of ${intent}`;

async function listRefunds(store: IntentStore, intent: string): Promise<Refund[]> {
  const made: Refund[] = [];
  for (;;) {
    const next = await store.read<Refund>(refundName(intent, made.length));
    if (!next) return made;
    made.push(next);
  }
}

/** `metadata[refund_key]=x` → `['refund_key', 'x']` */
function* readMetadata(form: URLSearchParams): Generator<[string, string]> {
  for (const [name, value] of form) {
    const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
    if (key) yield [key, value];
  }
}
