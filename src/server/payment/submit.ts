import texts from '../../../schemas/texts/payment.json';
import type { Receipt } from '../../contract/payment';
import { formatDollars } from '../../model/format';
import { transaction } from '../db/transaction';
import type { Deps } from '../deps';
import { queueOfficeEvent } from '../handover/officeEvents';
import { refuse } from '../http/errors';
import { enqueue } from '../jobs/jobs';
import { greet, writeMail } from '../mail/mail';
import { openStatus } from '../office/officeStore';
import { appendEntry } from '../record/auditStore';
import { describeRecord, sealBody, unsignedSteps } from '../record/describeRecord';
import type { Charge } from './createPayments';
import { finishPayment, type Paid } from './paymentStore';

/** Records the charge, submits the application and enters it in the audit log, all or nothing; what is submitted already stays. */
export async function submit(deps: Deps, paid: Omit<Paid, 'now' | 'step'>): Promise<void> {
  const { trn } = paid;
  const now = deps.clock();
  const key = await deps.keyring.keyOf(trn);
  const { step } = deps.forms.inRole('payment');
  await transaction(deps.db, async (client) => {
    if (!(await finishPayment(client, { ...paid, step: step.id, now }))) return;
    const body = sealBody(await describeRecord(client, trn, key, unsignedSteps(deps.forms)), key);
    await appendEntry(client, { at: now, kind: 'submitted', trn, body });
    await openStatus(client, trn, now);
    await queueOfficeEvent(client, { type: 'payment.settled', trn, now, data: { paid_at: paid.paidAt.toISOString() } });
    await queueOfficeEvent(client, { type: 'application.submitted', trn, now });
    await enqueue(client, 'office-summary', { trn });
    await enqueue(client, 'receipt', { trn });
    await enqueue(client, 'office-mail', { trn });
    await enqueue(client, 'record-document', { trn });
  });
}

/** How long after a payment was begun it is looked at again: longer than all tries to reach the provider take. */
export const SETTLE_AFTER_SECONDS = 120;

/**
 * Submits an application whose card was charged without our learning of it, because the line or this process broke
 * (spec 002, section 4, Payment flow). Needs no event of the provider. What was not charged stays for the applicant to try again.
 */
export async function settlePayment(deps: Deps, trn: string): Promise<void> {
  const payment = await deps.stores.payments.find(trn);
  if (payment?.state !== 'pending' || !payment.intent) return;
  await submitCharged(deps, trn, await deps.payments.find(payment.intent));
}

/**
 * Before a payment of `amount` cents is begun: an earlier attempt that was charged is submitted as it was agreed to, and one at
 * another fee can be charged no more. Throws `inProgress` when the provider has not decided on it yet.
 */
export async function settleEarlier(deps: Deps, trn: string, amount: number): Promise<void> {
  const { intent } = (await deps.stores.payments.find(trn)) ?? {};
  if (!intent) return;
  const before = await deps.payments.find(intent);
  const isOther = before.state === 'open' && before.amount !== amount;
  const now = isOther ? await deps.payments.cancel(intent) : before;
  if (isOther && now.state === 'open') throw refuse('inProgress', { retryAfter: 2 });
  await submitCharged(deps, trn, now);
}

async function submitCharged(deps: Deps, trn: string, charge: Charge): Promise<void> {
  if (charge.state === 'succeeded') await submit(deps, { trn, ...charge });
}

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
