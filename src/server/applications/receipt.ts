import type { Receipt } from '../../contract/payment';
import type { ApplicationDeps } from './applicationDeps';

export async function createReceipt(deps: Pick<ApplicationDeps, 'stores'>, trn: string): Promise<Receipt> {
  const application = await deps.stores.applications.find(trn);
  const payment = await deps.stores.payments.find(trn);
  if (!application || !payment) throw new Error(`${trn} has no payment for a receipt`);
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
