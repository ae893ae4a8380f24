import { randomBytes } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import type { PaymentOrder, Receipt } from '../../../contract/payment';
import { messages } from '../../../messages/serverMessages';
import type { StepAnswers } from '../../../model/answers/stepBody';
import { documentId } from '../../../model/section/documentTypes';
import { type InspectedFile, redrawPicture } from '../../applications/documents/inspectFile';
import { deleteDocument, storeDocument } from '../../applications/documents/storeDocument';
import { createReceipt } from '../../applications/receipt';
import { saltAdditionalData } from '../../applications/record/describeRecord';
import { describeTerms, saveSnapshot, type Terms } from '../../applications/record/snapshotParts';
import { type OpenStep, openStepByRole } from '../../applications/steps/openStep';
import { assertSavable, earlierSteps, schemaHash, sealStep } from '../../applications/steps/saveStep';
import { checkedUnder, formsUsed, isSubmitted } from '../../applications/steps/stepRepository';
import { findUnsavedSections } from '../../applications/steps/unsavedSections';
import { updateStoredSteps } from '../../applications/steps/updateStoredSteps';
import { validateStep } from '../../applications/steps/validateStep';
import { seal } from '../../platform/crypto/seal';
import { enqueue } from '../../platform/jobs/jobRepository';
import type { Applicant } from '../../platform/sessions/sessions';
import type { Charge, PaymentDeps } from './createPayments';
import { refuse } from './paymentErrors';
import { RECONCILE_AFTER_SECONDS, reconcileEarlierCharge, reconcilePayment, submit } from './submit';

const PAYMENT_MEMBERS = ['token', 'file', 'document_id', 'amount', 'terms'];

export interface Payer {
  applicant: Applicant;
  ip: string;
  userAgent: string;
  /** Of the questions shown; empty for the default. */
  language: string;
}

/**
 * A repeat returns the receipt. Before charging, throws `stepOrder`, `invalid`, `wrongAmount`, `unsavedChanges` or
 * `otherTerms`; after, `paymentDeclined`.
 */
export async function pay(deps: PaymentDeps, payer: Payer, body: PaymentOrder): Promise<Receipt> {
  const { trn } = payer.applicant;
  const open = await openStepByRole(deps, payer.applicant, 'payment');
  if (open.submitted) return createReceipt(deps, trn);
  assertSavable(deps, open);
  const answers = await requireAnswers(deps, open, body);
  const { amount } = body;
  if (await wasChargedBefore(deps, trn, amount)) return createReceipt(deps, trn);
  await assertSaved(deps, payer.applicant);
  await deps.limits.take('payment', { account: trn, address: payer.ip });
  const terms = await requireTerms(deps, trn, body.terms);
  const signature = await readSignature(body.file, trn);
  if (!signature)
    throw refuse('invalid', {
      errors: [{ path: '/file', message: messages('server-application').refusals.badSignature }],
    });
  const stored = await storeSignature(deps, trn, signature);
  await updateStoredSteps(deps, payer.applicant);
  const pending = await beginPayment(deps, payer, open, { answers, amount, terms, signature: stored.blob_path });
  if (!pending) return resolveConflict(deps, trn, { amount, signature: stored.id });
  await enqueue(deps.db, 'settle-payment', { trn }, RECONCILE_AFTER_SECONDS);
  const charge = await chargeOnce(deps, trn, pending, body.token);
  if (charge.state !== 'succeeded') {
    await deps.stores.payments.decline(trn, pending.attempt);
    throw refuse('paymentDeclined');
  }
  await submit(deps, { trn, ...charge });
  await deleteOldSignatures(deps, trn);
  return createReceipt(deps, trn);
}

/** Another request came first, or the fee changed; deletes this signature. */
async function resolveConflict(
  deps: Pick<PaymentDeps, 'db' | 'stores' | 'files'>,
  trn: string,
  { amount, signature }: { amount: number; signature: number },
): Promise<Receipt> {
  await deleteDocument(deps, trn, signature);
  if (await isSubmitted(deps.db, trn)) return createReceipt(deps, trn);
  throw refuse((await requireFee(deps, trn)) === amount ? 'stepOrder' : 'wrongAmount');
}

async function requireAnswers(
  deps: Pick<PaymentDeps, 'forms'>,
  open: OpenStep,
  body: PaymentOrder,
): Promise<StepAnswers> {
  const { answers, errors } = validateStep(deps, open, body, PAYMENT_MEMBERS);
  if (errors.length) throw refuse('invalid', { errors });
  return answers;
}

/** Throws `unsavedChanges` with the sections. */
async function assertSaved(deps: PaymentDeps, applicant: Applicant): Promise<void> {
  const records = await findUnsavedSections(deps, applicant);
  if (records.length) throw refuse('unsavedChanges', { records });
}

/** In cents. Throws `staleSession`. */
export async function requireFee(deps: Pick<PaymentDeps, 'stores'>, trn: string): Promise<number> {
  const cents = await deps.stores.payments.findFee(trn);
  if (cents === undefined) throw refuse('staleSession');
  return cents;
}

/** Charged without our knowing. Throws `wrongAmount`. */
async function wasChargedBefore(deps: PaymentDeps, trn: string, amount: number): Promise<boolean> {
  const isFee = amount === (await requireFee(deps, trn));
  if (isFee) await reconcileEarlierCharge(deps, trn, amount);
  else await reconcilePayment(deps, trn);
  const isPaid = await isSubmitted(deps.db, trn);
  if (!isPaid && !isFee) throw refuse('wrongAmount');
  return isPaid;
}

/** The current terms. Throws `otherTerms` if the applicant saw others. */
async function requireTerms(deps: Pick<PaymentDeps, 'stores'>, trn: string, shownDigest?: string): Promise<Terms> {
  const application = await deps.stores.applications.find(trn);
  if (!application) throw refuse('staleSession');
  const terms = describeTerms(application);
  if (shownDigest !== undefined && terms.digest !== shownDigest) throw refuse('otherTerms', { records: terms });
  return terms;
}

async function storeSignature(
  deps: PaymentDeps,
  trn: string,
  picture: NonNullable<Awaited<ReturnType<typeof readSignature>>>,
) {
  const place = { trn, documentId: documentId('signature'), sourceId: 0, name: 'signature' };
  const stored = await storeDocument(deps, place, picture);
  return stored;
}

async function beginPayment(
  deps: PaymentDeps,
  { applicant, ip, userAgent, language }: Payer,
  open: OpenStep,
  { answers, amount, terms, signature }: { answers: StepAnswers; amount: number; terms: Terms; signature: string },
): Promise<PendingPayment | undefined> {
  const { trn } = applicant;
  const payments = deps.stores.payments;
  const { cname, city, state } = answers.payment ?? {};
  const pending = await payments.begin({
    trn,
    step: open.step.id,
    amount,
    nameOnCard: String(cname),
    city: String(city),
    stateCode: String(state),
    data: await sealStep(deps, trn, open, omitDrawing(answers)),
    schemaHash: schemaHash(deps, open),
    ...formsUsed(deps, open.settings),
    signature,
    ip,
    userAgent: userAgent.slice(0, 500),
    earlier: earlierSteps(deps, open).map((step) => step.id),
    checkedUnder: checkedUnder(deps.forms, open.settings),
    shown: await saveSnapshot(deps, open, { language, terms }),
    salt: seal(await deps.keyring.keyOf(trn), randomBytes(32), saltAdditionalData(trn)),
    now: deps.clock(),
  });
  return pending && { ...pending, amount };
}

function omitDrawing(answers: StepAnswers): StepAnswers {
  const { drawn, ...signature } = answers.signature ?? {};
  return { ...answers, signature };
}

async function deleteOldSignatures(deps: Pick<PaymentDeps, 'stores' | 'db' | 'files'>, trn: string): Promise<void> {
  const consent = await deps.stores.payments.findConsent(trn);
  const all = await deps.stores.documents.findIn(trn, documentId('signature'), 0);
  for (const one of all) if (one.blob_path !== consent?.signature) await deleteDocument(deps, trn, one.id);
}

const DATA_URL = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;
const MAX_CHARACTERS = 700_000;

/** Undefined if too large, blank or no picture. */
export async function readSignature(url: unknown, account: string): Promise<InspectedFile | undefined> {
  if (typeof url !== 'string' || url.length > MAX_CHARACTERS) return undefined;
  const content = Buffer.from(DATA_URL.exec(url)?.[1] ?? '', 'base64');
  const mime = (await fileTypeFromBuffer(content))?.mime ?? '';
  const redrawn = await redrawPicture({ content, mime, account, isDrawing: true });
  return 'refusal' in redrawn || redrawn.isPlain ? undefined : redrawn;
}

/** In cents. */
interface PendingPayment {
  attempt: number;
  intent: string | null;
  amount: number;
}

/** Reads an earlier intent first, since it may have been charged. Throws `wrongAmount` or `inProgress`. */
async function chargeOnce(
  deps: Pick<PaymentDeps, 'payments' | 'stores'>,
  trn: string,
  pending: PendingPayment,
  token: string,
): Promise<Charge> {
  const earlier = pending.intent ? await deps.payments.find(pending.intent) : undefined;
  if (earlier?.state === 'succeeded') return earlier;
  if (earlier?.state === 'open' && earlier.amount !== pending.amount) throw refuse('inProgress', { retryAfter: 2 });
  const isOpen = earlier?.state === 'open';
  const intent = isOpen && pending.intent ? pending.intent : await openIntent(deps, trn, pending);
  const charge = await deps.payments.confirm({ intent, token, key: `confirm-${trn}-${pending.attempt}` });
  if (charge.state === 'canceled') throw refuse('wrongAmount');
  return charge;
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
