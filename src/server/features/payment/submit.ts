import { messages } from '../../../messages/serverMessages';
import { formatMoment } from '../../../model/format/dates';
import { formatDollars } from '../../../model/format/money';
import { formatGreeting } from '../../applications/accounts/greetings';
import type { ApplicationRow } from '../../applications/applicationRepository';
import { describePaidFee } from '../../applications/describeFee';
import { finishPayment, type SuccessfulCharge } from '../../applications/paymentRepository';
import { createReceipt } from '../../applications/receipt';
import { appendEntry } from '../../applications/record/auditRepository';
import { describeRecord, sealBody, unsignedSteps } from '../../applications/record/describeRecord';
import { insertStatus } from '../../applications/statusRepository';
import type { Translations } from '../../forms/languages';
import { transaction } from '../../platform/db/transaction';
import { type Message, writeMail } from '../../platform/mail/mail';
import type { Charge, PaymentDeps } from './createPayments';
import { refuse } from './paymentErrors';

/** Records the charge and submits the application in one transaction. Idempotent. */
export async function submit(deps: PaymentDeps, charge: Omit<SuccessfulCharge, 'now' | 'step'>): Promise<void> {
  const { trn } = charge;
  const now = deps.clock();
  const key = await deps.keyring.keyOf(trn);
  const { step } = deps.forms.getStep('submission');
  await transaction(deps.db, async (client) => {
    if (!(await finishPayment(client, { ...charge, step: step.id, now }))) return;
    const body = sealBody(await describeRecord(client, trn, key, unsignedSteps(deps.forms)), key);
    await appendEntry(client, { at: now, kind: 'submitted', trn, body });
    await insertStatus(client, trn, now);
    const data = { paid_at: charge.paidAt.toISOString() };
    if (charge.amount > 0) await deps.recordEvent(client, { type: 'payment.settled', applicationId: trn, now, data });
    await deps.recordEvent(client, { type: 'application.submitted', applicationId: trn, now });
  });
}

/** Must be longer than a charge and all its retries can take. */
export const RECONCILE_AFTER_SECONDS = 120;

/** Submits an application if its pending payment succeeded. */
export async function reconcilePayment(deps: PaymentDeps, trn: string): Promise<void> {
  const payment = await deps.stores.payments.find(trn);
  if (payment?.state !== 'pending' || !payment.intent) return;
  await submitCharged(deps, trn, await deps.payments.find(payment.intent));
}

/**
 * Submits the application if an earlier attempt succeeded. Cancels an open attempt with a different fee. Throws
 * `inProgress` if the attempt stays open.
 */
export async function reconcileEarlierCharge(deps: PaymentDeps, trn: string, amount: number): Promise<void> {
  const { intent } = (await deps.stores.payments.find(trn)) ?? {};
  if (!intent) return;
  const earlier = await deps.payments.find(intent);
  const hasOtherFee = earlier.state === 'open' && earlier.amount !== amount;
  const current = hasOtherFee ? await deps.payments.cancel(intent) : earlier;
  if (hasOtherFee && current.state === 'open') throw refuse('inProgress', { retryAfter: 2 });
  await submitCharged(deps, trn, current);
}

export async function submitCharged(deps: PaymentDeps, trn: string, charge: Charge): Promise<void> {
  if (charge.state === 'succeeded') await submit(deps, { trn, ...charge });
}

type Attachment = NonNullable<Message['attachments']>[number];

export type DrawReceipt = (deps: PaymentDeps, trn: string, language: string) => Promise<Attachment | undefined>;

export async function sendReceipt(deps: PaymentDeps, trn: string, drawReceipt: DrawReceipt): Promise<void> {
  const application = await deps.stores.applications.find(trn);
  if (!application) throw new Error(`There's no application ${trn} for a receipt`);
  const { amount, paid_at, card_number, reference, applicationID: number } = await createReceipt(deps, trn);
  if (amount === 0) return;
  const account = await deps.stores.accounts.findByTrn(trn);
  const texts = deps.forms.languages[account?.language ?? ''];
  const values = {
    number,
    greeting: formatGreeting(texts, account),
    subscriber: application.subscriber_name,
    landlord: application.subscriber_id,
    amount: formatDollars(amount),
    date: paid_at ? formatMoment(paid_at, { dateStyle: 'medium', timeZone: 'UTC' }, account?.language) : '',
    last4: card_number ?? '',
    reference: reference ?? '',
    link: `${deps.config.appUrl}/login`,
    support: application.support_email,
    refund: describeRefund(deps, application, amount, texts),
  };
  const pdf = await drawReceipt(deps, trn, account?.language ?? '');
  const mail = writeMail(texts, messages('payment').receipt, values);
  await deps.mail.send({ to: application.email, ...mail, ...(pdf && { attachments: [pdf] }) });
}

/** Returns the refund terms of local law, or a statement that the fee is non-refundable (docs/spec/002-payment.md). */
function describeRefund(
  deps: PaymentDeps,
  application: ApplicationRow,
  amount: number,
  texts: Translations = {},
): string {
  const { notRefunded } = messages('payment').receipt;
  const { is_returned: isReturned, terms } = describePaidFee(deps, application, amount * 100, texts);
  return isReturned ? terms.join(' ') : (texts[notRefunded] ?? notRefunded);
}
