import { randomBytes } from 'node:crypto';
import type { Receipt, SignedOrder } from '../../../contract/payment';
import { messages } from '../../../messages/serverMessages';
import type { StepAnswers } from '../../../model/answers/stepBody';
import type { Fee } from '../../../model/law/feeFor';
import { sectionFor } from '../../../model/section/flow';
import { findApplicant } from '../../applications/applicantRepository';
import { deleteDocument } from '../../applications/documents/storeDocument';
import { recordPermission } from '../../applications/notices/requireNotices';
import { createReceipt } from '../../applications/receipt';
import { saltAdditionalData } from '../../applications/record/describeRecord';
import { describeTerms, saveSnapshot, type Terms } from '../../applications/record/snapshotParts';
import { checkedUnder, formsUsed } from '../../applications/steps/formsUsed';
import { type OpenStep, openSubmission } from '../../applications/steps/openStep';
import { assertSavable, earlierSteps, schemaHash, sealStep } from '../../applications/steps/saveStep';
import { isSubmitted } from '../../applications/steps/stepRepository';
import { findUnsavedSections } from '../../applications/steps/unsavedSections';
import { updateStoredSteps } from '../../applications/steps/updateStoredSteps';
import { validateStep } from '../../applications/steps/validateStep';
import { seal } from '../../platform/crypto/seal';
import { enqueue } from '../../platform/jobs/jobRepository';
import type { Applicant } from '../../platform/sessions/sessions';
import type { PaymentDeps } from './createPayments';
import { refuse } from './paymentErrors';
import { readSignature, storeSignature } from './signature';
import { RECONCILE_AFTER_SECONDS, reconcileEarlierCharge, reconcilePayment } from './submit';

const PAYMENT_MEMBERS = ['token', 'file', 'document_id', 'amount', 'terms', 'permission'];

export interface Payer {
  applicant: Applicant;
  ip: string;
  userAgent: string;
  /** Empty for the default language. */
  language: string;
}

export interface PendingPayment {
  attempt: number;
  intent: string | null;
  amount: number;
}

/**
 * Stores answers, consent and signature before any charge, or returns the receipt if the application is submitted.
 * With `isRepeatable`, a repeated call reuses the open intent. Throws `stepOrder`, `invalid`, `wrongAmount`,
 * `inProgress`, `unsavedChanges`, `noticesMissing`, `noticeChanged`, `otherTerms` or `staleSession`.
 */
export async function beginPayment(
  deps: PaymentDeps,
  asked: Payer,
  order: SignedOrder,
  isRepeatable: boolean,
): Promise<{ pending: PendingPayment } | { receipt: Receipt }> {
  const { trn } = asked.applicant;
  // Read again, because the session may be outdated. The household role determines the fee.
  const { household } = await findApplicant(deps.db, trn);
  const payer = { ...asked, applicant: { ...asked.applicant, household } };
  const open = await openSubmission(deps, payer.applicant);
  if (open.submitted) return { receipt: await createReceipt(deps, trn) };
  assertSavable(deps, open);
  const answers = await requireAnswers(deps, open, order);
  const { amount } = order;
  if (await wasChargedBefore(deps, payer.applicant, amount)) return { receipt: await createReceipt(deps, trn) };
  await assertSaved(deps, payer.applicant);
  const { ip, language } = payer;
  await recordPermission(deps, { trn, ip, language, permission: order.permission });
  await deps.limits.take('payment', { account: trn, address: payer.ip });
  const terms = await requireTerms(deps, trn, order.terms);
  const signature = await requireSignature(order.file, trn);
  const stored = await storeSignature(deps, trn, signature);
  await updateStoredSteps(deps, payer.applicant);
  const signed = { answers, amount, terms, signature: stored.blob_path, isRepeatable };
  const pending = await savePending(deps, payer, open, signed);
  if (!pending) return { receipt: await resolveConflict(deps, payer.applicant, { amount, signature: stored.id }) };
  await enqueue(deps.db, 'settle-payment', { trn }, RECONCILE_AFTER_SECONDS);
  return { pending };
}

async function requireSignature(file: string, trn: string) {
  const signature = await readSignature(file, trn);
  if (signature) return signature;
  const message = messages('server-application').refusals.badSignature;
  throw refuse('invalid', { errors: [{ path: '/file', message }] });
}

/**
 * Deletes the unused signature. Returns the receipt if another request submitted the application. Otherwise, throws
 * `stepOrder` or `wrongAmount`.
 */
async function resolveConflict(
  deps: Pick<PaymentDeps, 'db' | 'stores' | 'files' | 'forms'>,
  applicant: Applicant,
  { amount, signature }: { amount: number; signature: number },
): Promise<Receipt> {
  const { trn } = applicant;
  await deleteDocument(deps, trn, signature);
  if (await isSubmitted(deps.db, trn)) return createReceipt(deps, trn);
  throw refuse((await requireFee(deps, applicant)).cents === amount ? 'stepOrder' : 'wrongAmount');
}

async function requireAnswers(
  deps: Pick<PaymentDeps, 'forms'>,
  open: OpenStep,
  body: SignedOrder,
): Promise<StepAnswers> {
  const { answers, errors } = validateStep(deps, open, body, PAYMENT_MEMBERS);
  if (errors.length) throw refuse('invalid', { errors });
  return answers;
}

async function assertSaved(deps: PaymentDeps, applicant: Applicant): Promise<void> {
  const records = await findUnsavedSections(deps, applicant);
  if (records.length) throw refuse('unsavedChanges', { records });
}

/** Returns the fee that the applicant owes. `listed` is the landlord's fee. Throws `staleSession`. */
export async function requireFee(
  { stores, forms }: Pick<PaymentDeps, 'stores' | 'forms'>,
  applicant: Applicant,
): Promise<Fee & { listed: number }> {
  const listed = await stores.payments.findFee(applicant.trn);
  if (listed === undefined) throw refuse('staleSession');
  return { ...(await forms.getFee(applicant, listed)), listed };
}

/**
 * Submits the application if its fee was already charged. Returns true if it's submitted. Throws `wrongAmount` or
 * `inProgress`.
 */
async function wasChargedBefore(deps: PaymentDeps, applicant: Applicant, amount: number): Promise<boolean> {
  const { trn } = applicant;
  const isFee = amount === (await requireFee(deps, applicant)).cents;
  if (isFee) await reconcileEarlierCharge(deps, trn, amount);
  else await reconcilePayment(deps, trn);
  const isPaid = await isSubmitted(deps.db, trn);
  if (!isPaid && !isFee) throw refuse('wrongAmount');
  return isPaid;
}

/** Returns the current terms. Throws `staleSession`, or `otherTerms` if the applicant saw other terms. */
async function requireTerms(deps: Pick<PaymentDeps, 'stores'>, trn: string, shownDigest?: string): Promise<Terms> {
  const application = await deps.stores.applications.find(trn);
  if (!application) throw refuse('staleSession');
  const terms = describeTerms(application);
  if (shownDigest !== undefined && terms.digest !== shownDigest) throw refuse('otherTerms', { records: terms });
  return terms;
}

interface SignedPayment {
  answers: StepAnswers;
  amount: number;
  terms: Terms;
  signature: string;
  isRepeatable: boolean;
}

async function savePending(
  deps: PaymentDeps,
  { applicant, ip, userAgent, language }: Payer,
  open: OpenStep,
  { answers, amount, terms, signature, isRepeatable }: SignedPayment,
): Promise<PendingPayment | undefined> {
  const { trn } = applicant;
  const payments = deps.stores.payments;
  const { cname = '', city = '', state = '' } = answers[sectionFor(open.step, 'payment')] ?? {};
  const fee = await requireFee(deps, applicant);
  if (fee.cents !== amount) return undefined;
  const pending = await payments.begin({
    trn,
    step: open.step.id,
    amount,
    listed: fee.listed,
    nameOnCard: String(cname),
    city: String(city),
    stateCode: String(state),
    data: await sealStep(deps, trn, open, omitDrawing(open, answers)),
    schemaHash: schemaHash(deps, open),
    ...formsUsed(deps, open.settings),
    signature,
    ip,
    userAgent: userAgent.slice(0, 500),
    earlier: earlierSteps(deps, open).map((step) => step.id),
    checkedUnder: checkedUnder(deps.forms, open.settings),
    isRepeatable,
    household: applicant.household,
    shown: await saveSnapshot(deps, open, { language, terms }),
    salt: seal(await deps.keyring.keyOf(trn), randomBytes(32), saltAdditionalData(trn)),
    now: deps.clock(),
  });
  return pending && { ...pending, amount };
}

function omitDrawing({ step }: OpenStep, answers: StepAnswers): StepAnswers {
  const section = sectionFor(step, 'signature');
  const { drawn, ...signature } = answers[section] ?? {};
  return { ...answers, [section]: signature };
}
