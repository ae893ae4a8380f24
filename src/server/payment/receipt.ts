import type { Deps } from '../deps';
import { createApplicationStore } from '../entry/applicationStore';
import { createPaymentStore } from './paymentStore';

/** What the applicant gets for the fee. */
export interface Receipt {
  applicationID: string;
  application_status: string;
  /** In dollars. */
  amount: number;
  currency: 'usd';
  paid_at: string | null;
  card_brand: string | null;
  card_number: string | null;
  reference: string | null;
}

export async function receiptOf(deps: Deps, trn: string): Promise<Receipt> {
  const application = await createApplicationStore(deps.db).find(trn);
  const payment = await createPaymentStore(deps.db).find(trn);
  if (!application || !payment) throw new Error(`No payment of ${trn} to give a receipt for`);
  return {
    applicationID: application.application_number,
    application_status: application.status,
    amount: payment.amount_cents / 100,
    currency: 'usd',
    paid_at: payment.paid_at?.toISOString() ?? null,
    card_brand: payment.brand,
    card_number: payment.last4,
    reference: payment.intent,
  };
}
