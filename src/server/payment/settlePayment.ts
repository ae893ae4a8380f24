import type { Deps } from '../deps';
import { createPaymentStore } from '../stores/paymentStore';
import { submit } from './submit';

/** How long after a payment was begun it is looked at again: longer than all tries to reach the provider take. */
export const SETTLE_AFTER_SECONDS = 120;

/**
 * Submits an application whose card was charged without our learning of it, because the line or this process broke
 * (spec 002, section 4, Payment flow). Needs no event of the provider. What was not charged stays for the applicant to try again.
 */
export async function settlePayment(deps: Deps, trn: string): Promise<void> {
  const payment = await createPaymentStore(deps.db).find(trn);
  if (payment?.state !== 'pending' || !payment.intent) return;
  const charge = await deps.payments.find(payment.intent);
  if (charge.state === 'succeeded') await submit(deps, { trn, ...charge });
}
