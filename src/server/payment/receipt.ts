import texts from '../../../schemas/texts/payment.json';
import type { Receipt } from '../../contract/payment';
import { formatDollars } from '../../model/format';
import type { Deps } from '../deps';
import { greet, writeMail } from '../mail/writeMail';

export async function receiptOf(deps: Deps, trn: string): Promise<Receipt> {
  const application = await deps.stores.applications.find(trn);
  const payment = await deps.stores.payments.find(trn);
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

/** Writes to the applicant what was paid, and the reference, in the language they chose. */
export async function sendReceipt(deps: Deps, trn: string): Promise<void> {
  const application = await deps.stores.applications.find(trn);
  if (!application) throw new Error(`No application ${trn} to send a receipt for`);
  const { amount, paid_at, card_number, reference, applicationID: number } = await receiptOf(deps, trn);
  const account = await deps.stores.accounts.findByTrn(trn);
  const words = deps.forms.languages[account?.language ?? ''];
  const values = {
    number,
    greeting: greet(words, account),
    subscriber: application.subscriber_name,
    amount: formatDollars(amount),
    date: paid_at?.slice(0, 10) ?? '',
    last4: card_number ?? '',
    reference: reference ?? '',
    link: `${deps.config.appUrl}/login`,
  };
  await deps.mail.send({ to: application.email, ...writeMail(words, texts.receipt, values) });
}
