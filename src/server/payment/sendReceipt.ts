import texts from '../../../schemas/texts/payment.json';
import { createAccountStore } from '../auth/accountStore';
import type { Deps } from '../deps';
import { createApplicationStore } from '../entry/applicationStore';
import { greet, writeMail } from '../mail/writeMail';
import { receiptOf } from './receipt';

/** Writes to the applicant what was paid, and the reference, in the language they chose. */
export async function sendReceipt(deps: Deps, trn: string): Promise<void> {
  const application = await createApplicationStore(deps.db).find(trn);
  if (!application) throw new Error(`No application ${trn} to send a receipt for`);
  const { amount, paid_at, card_number, reference, applicationID: number } = await receiptOf(deps, trn);
  const account = await createAccountStore(deps.db).findByTrn(trn);
  const words = deps.forms.languages[account?.language ?? ''];
  const values = {
    number,
    greeting: greet(words, account),
    subscriber: application.subscriber_name,
    amount: new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount),
    date: paid_at?.slice(0, 10) ?? '',
    last4: card_number ?? '',
    reference: reference ?? '',
    link: `${deps.config.appUrl}/login`,
  };
  await deps.mail.send({ to: application.email, ...writeMail(words, texts.receipt, values) });
}
