import Stripe from 'stripe';

export interface RefundOrder {
  intent: string;
  /** Cents. */
  amount: number;
  trn: string;
  key: string;
}

export interface RefundResult {
  state: 'sent' | 'failed';
  providerId?: string;
  error?: string;
}

/** The metadata field with our refund's key. Stripe's idempotency keys expire, but metadata doesn't. */
const KEY = 'refund_key';

/** Refunds once per key. Returns a failure if Stripe refuses permanently. Throws other errors. */
export async function refund(stripe: Stripe, order: RefundOrder): Promise<RefundResult> {
  const { intent, amount, trn, key } = order;
  const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
  const earlier = data.find(({ metadata }) => metadata?.[KEY] === key);
  if (earlier) return toResult(earlier);
  const metadata = { [KEY]: key, trn_id: trn };
  return stripe.refunds
    .create({ payment_intent: intent, amount, metadata }, { idempotencyKey: key })
    .then(toResult, (cause) => readRefusal(cause));
}

function toResult({ id, status }: Stripe.Refund): RefundResult {
  return status === 'failed' || status === 'canceled'
    ? { state: 'failed', providerId: id, error: status }
    : { state: 'sent', providerId: id };
}

function readRefusal(cause: unknown): RefundResult {
  if (!(cause instanceof Stripe.errors.StripeInvalidRequestError)) throw cause;
  return { state: 'failed', error: cause.code ?? cause.type };
}

export interface MoneyEvent {
  id: string;
  intent: string;
  type: 'payment.disputed' | 'payment.refund_reported';
  data: Record<string, string | number | boolean | null>;
}

/** Returns undefined for unused events and for charges without a PaymentIntent. */
export function readMoneyEvent(event: Stripe.Event): MoneyEvent | undefined {
  if (event.type.startsWith('charge.dispute.')) return readDispute(event, event.data.object as Stripe.Dispute);
  if (event.type.startsWith('refund.')) return readRefund(event, event.data.object as Stripe.Refund);
  return undefined;
}

const getId = (one: string | { id: string } | null | undefined) => (typeof one === 'string' ? one : one?.id);

function readDispute({ id, created }: Stripe.Event, dispute: Stripe.Dispute): MoneyEvent | undefined {
  const intent = getId(dispute.payment_intent);
  if (!intent) return undefined;
  const { due_by } = dispute.evidence_details ?? {};
  const data = {
    dispute: dispute.id,
    amount: dispute.amount,
    reason: dispute.reason,
    status: dispute.status,
    evidence_due: due_by ? toMoment(due_by) : null,
    reported_at: toMoment(created),
  };
  return { id, intent, type: 'payment.disputed', data };
}

function readRefund({ id }: Stripe.Event, refund: Stripe.Refund): MoneyEvent | undefined {
  const intent = getId(refund.payment_intent);
  if (!intent) return undefined;
  const { status, amount, metadata } = refund;
  const data = { refund: refund.id, intent, amount, status, key: metadata?.[KEY] ?? null };
  return { id, intent, type: 'payment.refund_reported', data };
}

const toMoment = (seconds: number) => new Date(seconds * 1000).toISOString();
