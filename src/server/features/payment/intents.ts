import type { PreparedPayment, Receipt, SignedOrder } from '../../../contract/payment';
import { createReceipt } from '../../applications/receipt';
import { isSubmitted } from '../../applications/steps/stepRepository';
import { enqueue } from '../../platform/jobs/jobRepository';
import { beginPayment, type Payer } from './beginPayment';
import type { PaymentDeps } from './createPayments';
import { findOrOpenIntent, submitFree } from './pay';
import { refuse } from './paymentErrors';
import { deleteOldSignatures } from './signature';
import { submit, submitCharged } from './submit';

/** The browser may be closed before the bank approves, so unconfirmed payments are checked regularly. */
const LOOK_EVERY_SECONDS = 900;
const CANCEL_AFTER_MS = 86_400_000;

/**
 * Stores answers, consent and signature, and returns the PaymentIntent to confirm. There's no secret if nothing is left
 * to pay. Throws the same errors as `beginPayment`.
 */
export async function preparePayment(deps: PaymentDeps, payer: Payer, order: SignedOrder): Promise<PreparedPayment> {
  const { trn } = payer.applicant;
  const begun = await beginPayment(deps, payer, order, true);
  if ('receipt' in begun) return { intent: begun.receipt.reference ?? '', client_secret: null };
  if (begun.pending.amount === 0) {
    await submitFree(deps, trn);
    return { intent: '', client_secret: null };
  }
  const { charge, intent } = await findOrOpenIntent(deps, trn, begun.pending);
  const until = new Date(deps.clock().getTime() + CANCEL_AFTER_MS).toISOString();
  await enqueue(deps.db, 'await-payment', { trn, attempt: begun.pending.attempt, until }, LOOK_EVERY_SECONDS);
  if (charge) {
    await submitCharged(deps, trn, charge);
    return { intent, client_secret: null };
  }
  return { intent, client_secret: await deps.payments.findSecret(intent) };
}

/**
 * Submits the application if its current intent was charged. Throws `inProgress`, `paymentDeclined`, or `notFound` for
 * another intent.
 */
export async function confirmPayment(deps: PaymentDeps, trn: string, intent: string): Promise<Receipt> {
  const payment = await deps.stores.payments.find(trn);
  if (!payment || payment.intent !== intent) throw refuse('notFound');
  if (await isSubmitted(deps.db, trn)) return createReceipt(deps, trn);
  const charge = await deps.payments.find(intent);
  if (charge.state === 'open' && charge.isProcessing) throw refuse('inProgress', { retryAfter: 2 });
  if (charge.state !== 'succeeded') throw refuse('paymentDeclined');
  if (charge.paidFor !== trn) throw new Error(`${intent} was paid for an application other than ${trn}`);
  await submit(deps, { trn, ...charge });
  await deleteOldSignatures(deps, trn);
  return createReceipt(deps, trn);
}

export interface AwaitedPayment {
  trn: string;
  attempt: number;
  /** ISO time. */
  until: string;
}

/**
 * Submits an application whose payment succeeded after the browser was closed. Cancels an intent that isn't confirmed
 * within a day.
 */
export async function awaitPayment(deps: PaymentDeps, awaited: AwaitedPayment): Promise<void> {
  const { trn, attempt, until } = awaited;
  const payment = await deps.stores.payments.find(trn);
  if (payment?.state !== 'pending' || payment.attempt !== attempt || !payment.intent) return;
  const isOver = deps.clock().toISOString() >= until;
  const charge = isOver ? await deps.payments.cancel(payment.intent) : await deps.payments.find(payment.intent);
  await submitCharged(deps, trn, charge);
  if (charge.state === 'canceled') await deps.stores.payments.decline(trn, attempt);
  if (charge.state === 'open') await enqueue(deps.db, 'await-payment', awaited, LOOK_EVERY_SECONDS);
}
