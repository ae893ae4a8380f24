import type { PaymentOrder, Receipt, Submission } from '../../../contract/payment';
import { createReceipt } from '../../applications/receipt';
import { beginPayment, type Payer, type PendingPayment } from './beginPayment';
import type { Charge, PaymentDeps, SucceededCharge } from './createPayments';
import { refuse } from './paymentErrors';
import { deleteOldSignatures } from './signature';
import { submit } from './submit';

/** Charges a card token (docs/spec/002-payment.md, §7). Throws `paymentDeclined` or any error from `beginPayment`. */
export async function pay(deps: PaymentDeps, payer: Payer, order: PaymentOrder): Promise<Receipt> {
  const { trn } = payer.applicant;
  const begun = await beginPayment(deps, payer, order, false);
  if ('receipt' in begun) return begun.receipt;
  if (begun.pending.amount === 0) return submitFree(deps, trn);
  const charge = await chargeOnce(deps, trn, begun.pending, order.token);
  if (charge.state !== 'succeeded') {
    await deps.stores.payments.decline(trn, begun.pending.attempt);
    throw refuse('paymentDeclined');
  }
  await submit(deps, { trn, ...charge });
  await deleteOldSignatures(deps, trn);
  return createReceipt(deps, trn);
}

/** Submits without payment. Throws any error from `beginPayment`, such as `wrongAmount` if a fee is due. */
export async function submitUnpaid(deps: PaymentDeps, payer: Payer, submission: Submission): Promise<Receipt> {
  const begun = await beginPayment(deps, payer, { ...submission, amount: 0 }, false);
  return 'receipt' in begun ? begun.receipt : submitFree(deps, payer.applicant.trn);
}

/** Submits without a charge. Call this only if no fee is due. */
export async function submitFree(deps: PaymentDeps, trn: string): Promise<Receipt> {
  await submit(deps, { trn, amount: 0, brand: '', last4: '', paidAt: deps.clock() });
  await deleteOldSignatures(deps, trn);
  return createReceipt(deps, trn);
}

async function chargeOnce(
  deps: Pick<PaymentDeps, 'payments' | 'stores'>,
  trn: string,
  pending: PendingPayment,
  token: string,
): Promise<Charge> {
  const { intent, charge: earlier } = await findOrOpenIntent(deps, trn, pending);
  if (earlier) return earlier;
  const charge = await deps.payments.confirm({ intent, token, key: `confirm-${trn}-${pending.attempt}` });
  if (charge.state === 'canceled') throw refuse('wrongAmount');
  return charge;
}

/** Returns an intent, with its charge if an earlier attempt succeeded. Throws `wrongAmount` or `inProgress`. */
export async function findOrOpenIntent(
  deps: Pick<PaymentDeps, 'payments' | 'stores'>,
  trn: string,
  pending: PendingPayment,
): Promise<{ intent: string; charge?: SucceededCharge }> {
  const earlier = pending.intent ? await deps.payments.find(pending.intent) : undefined;
  if (earlier?.state === 'succeeded' && pending.intent) return { intent: pending.intent, charge: earlier };
  if (earlier?.state === 'open' && earlier.amount !== pending.amount) throw refuse('inProgress', { retryAfter: 2 });
  const isOpen = earlier?.state === 'open';
  return { intent: isOpen && pending.intent ? pending.intent : await openIntent(deps, trn, pending) };
}

async function openIntent(
  deps: Pick<PaymentDeps, 'payments' | 'stores'>,
  trn: string,
  { amount, intent: canceled }: PendingPayment,
): Promise<string> {
  const key = canceled ? `intent-${trn}-${amount}-${canceled}` : `intent-${trn}-${amount}`;
  const intent = await deps.payments.openIntent({ trn, amount, key });
  const saved = await deps.stores.payments.saveIntent(trn, { intent, amount, canceled });
  if (!saved) throw refuse('wrongAmount');
  return saved;
}
