import { randomBytes } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import texts from '../../../schemas/texts/server-application.json';
import type { PaymentOrder, Receipt } from '../../contract/payment';
import type { StepAnswers } from '../../model/body';
import { documentId } from '../../model/documents';
import type { Applicant } from '../auth/sessions';
import { seal } from '../crypto/seal';
import type { Deps } from '../deps';
import { type InspectedFile, redrawPicture } from '../documents/inspectFile';
import { dropDocument, storeDocument } from '../documents/storeDocument';
import { refuse } from '../http/errors';
import { enqueue } from '../jobs/jobs';
import { saltBound } from '../record/describeRecord';
import { keepShown, servedTerms, type Terms } from '../record/shownParts';
import { judgeStep } from '../steps/judgeStep';
import { type OpenStep, openRole } from '../steps/openStep';
import { earlierSteps, refuseWrongTime, schemaHash, sealStep } from '../steps/saveStep';
import { isSubmitted, madeWith } from '../steps/stepStore';
import type { Charge } from './createPayments';
import { receiptOf, SETTLE_AFTER_SECONDS, settleEarlier, settlePayment, submit } from './submit';

/** Members of the payment's body next to the sections' (spec 002 §7). */
const ALSO = ['token', 'file', 'document_id', 'amount', 'terms'];

export interface Payer {
  applicant: Applicant;
  ip: string;
  userAgent: string;
  /** In which the questions stand before the applicant; empty for that of the files. */
  language: string;
}

/**
 * Charges the application fee and submits the application. An application that is submitted answers its receipt again.
 * The amount that the applicant agreed to is the one that is recorded and charged; when it is not the fee, at the latest as the
 * payment is begun, it is refused. So are terms other than those that stand now. Throws `stepOrder`, `invalid`, `wrongAmount`,
 * `otherTerms` before any card is charged, and `paymentDeclined` when it was refused.
 */
export async function pay(deps: Deps, payer: Payer, body: PaymentOrder): Promise<Receipt> {
  const { trn } = payer.applicant;
  const open = await openRole(deps, payer.applicant, 'payment');
  if (open.submitted) return receiptOf(deps, trn);
  refuseWrongTime(deps, open);
  const answers = await requireAnswers(deps, open, body);
  const { amount } = body;
  if (await wasCharged(deps, trn, amount)) return receiptOf(deps, trn);
  await deps.limits.take('payment', { account: trn, address: payer.ip });
  const terms = await requireTerms(deps, trn, body.terms);
  const signature = await readSignature(body.file, trn);
  if (!signature) throw refuse('invalid', { errors: [{ path: '/file', message: texts.refusals.badSignature }] });
  const stored = await storeSignature(deps, trn, signature);
  const begun = await begin(deps, payer, open, { answers, amount, terms, signature: stored.blob_path });
  if (!begun) return afterAnother(deps, trn, { amount, signature: stored.id });
  await enqueue(deps.db, 'settle-payment', { trn }, SETTLE_AFTER_SECONDS);
  const charge = await chargeOnce(deps, trn, begun, body.token);
  if (charge.state !== 'succeeded') {
    await deps.stores.payments.decline(trn, begun.attempt);
    throw refuse('paymentDeclined');
  }
  await submit(deps, { trn, ...charge });
  await dropOldSignatures(deps, trn);
  return receiptOf(deps, trn);
}

/**
 * Nothing was begun: another request of the same applicant came first, which has paid or changed an earlier step, or the fee is
 * another by now. The signature drawn for it goes.
 */
async function afterAnother(
  deps: Deps,
  trn: string,
  { amount, signature }: { amount: number; signature: number },
): Promise<Receipt> {
  await dropDocument(deps, trn, signature);
  if (await isSubmitted(deps.db, trn)) return receiptOf(deps, trn);
  throw refuse((await feeOf(deps, trn)) === amount ? 'stepOrder' : 'wrongAmount');
}

async function requireAnswers(deps: Deps, open: OpenStep, body: PaymentOrder): Promise<StepAnswers> {
  const { answers, errors } = judgeStep(deps, open, body, ALSO);
  if (errors.length) throw refuse('invalid', { errors });
  return answers;
}

/** What the application costs, in cents. Throws `staleSession` when it is gone. */
export async function feeOf(deps: Deps, trn: string): Promise<number> {
  const cents = await deps.stores.payments.feeOf(trn);
  if (cents === undefined) throw refuse('staleSession');
  return cents;
}

/** Whether an earlier attempt was charged without our learning of it. Throws `wrongAmount` when it was not and the fee is another. */
async function wasCharged(deps: Deps, trn: string, amount: number): Promise<boolean> {
  const isFee = amount === (await feeOf(deps, trn));
  if (isFee) await settleEarlier(deps, trn, amount);
  else await settlePayment(deps, trn);
  const isPaid = await isSubmitted(deps.db, trn);
  if (!isPaid && !isFee) throw refuse('wrongAmount');
  return isPaid;
}

/** The terms that stand now. Throws `otherTerms`, with them, when the digest of those `shown` to the applicant is given and is another. */
async function requireTerms(deps: Deps, trn: string, shown?: string): Promise<Terms> {
  const application = await deps.stores.applications.find(trn);
  if (!application) throw refuse('staleSession');
  const terms = servedTerms(application);
  if (shown !== undefined && terms.digest !== shown) throw refuse('otherTerms', { records: terms });
  return terms;
}

async function storeSignature(
  deps: Deps,
  trn: string,
  picture: NonNullable<Awaited<ReturnType<typeof readSignature>>>,
) {
  const place = { trn, documentId: documentId('signature'), sourceId: 0, name: 'signature' };
  const stored = await storeDocument(deps, place, picture);
  return stored;
}

async function begin(
  deps: Deps,
  { applicant, ip, userAgent, language }: Payer,
  open: OpenStep,
  { answers, amount, terms, signature }: { answers: StepAnswers; amount: number; terms: Terms; signature: string },
): Promise<Begun | undefined> {
  const { trn } = applicant;
  const store = deps.stores.payments;
  const { cname, city, state } = answers.payment ?? {};
  const begun = await store.begin({
    trn,
    step: open.step.id,
    amount,
    nameOnCard: String(cname),
    city: String(city),
    stateCode: String(state),
    data: await sealStep(deps, trn, open, withoutDrawing(answers)),
    schemaHash: schemaHash(deps, open),
    ...madeWith(deps, open.overlay),
    signature,
    ip,
    userAgent: userAgent.slice(0, 500),
    earlier: earlierSteps(deps, open).map((step) => step.id),
    shown: await keepShown(deps, open, { language, terms }),
    salt: seal(await deps.keyring.keyOf(trn), randomBytes(32), saltBound(trn)),
    now: deps.clock(),
  });
  return begun && { ...begun, amount };
}

/** The drawing is kept as a sealed picture, not once more among the answers. */
function withoutDrawing(answers: StepAnswers): StepAnswers {
  const { drawn, ...signature } = answers.signature ?? {};
  return { ...answers, signature };
}

async function dropOldSignatures(deps: Deps, trn: string): Promise<void> {
  const consent = await deps.stores.payments.consentOf(trn);
  const all = await deps.stores.documents.findIn(trn, documentId('signature'), 0);
  for (const one of all) if (one.blob_path !== consent?.signature) await dropDocument(deps, trn, one.id);
}

const DATA_URL = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;
const MOST_CHARACTERS = 700_000;

/** The picture in the data URL of `account`'s signature, drawn anew; undefined when it is too large, no picture, or has nothing on it. */
export async function readSignature(url: unknown, account: string): Promise<InspectedFile | undefined> {
  if (typeof url !== 'string' || url.length > MOST_CHARACTERS) return undefined;
  const content = Buffer.from(DATA_URL.exec(url)?.[1] ?? '', 'base64');
  const mime = (await fileTypeFromBuffer(content))?.mime ?? '';
  const drawn = await redrawPicture({ content, mime, account, isDrawing: true });
  return 'refusal' in drawn || drawn.isPlain ? undefined : drawn;
}

/** A payment that stands in the database as pending. `amount` in cents. */
interface Begun {
  attempt: number;
  intent: string | null;
  amount: number;
}

/**
 * One intent per application can succeed once, whatever runs in parallel or was cut off. An intent that is there from an
 * earlier attempt is asked first: the attempt may have gone through without our learning of it. The amount of an intent never
 * changes, so what is charged is what its attempt agreed to. Throws `wrongAmount` when an attempt at another fee came between,
 * `inProgress` when one is still on its way.
 */
async function chargeOnce(deps: Deps, trn: string, begun: Begun, token: string): Promise<Charge> {
  const before = begun.intent ? await deps.payments.find(begun.intent) : undefined;
  if (before?.state === 'succeeded') return before;
  if (before?.state === 'open' && before.amount !== begun.amount) throw refuse('inProgress', { retryAfter: 2 });
  const isOpen = before?.state === 'open';
  const intent = isOpen && begun.intent ? begun.intent : await openIntent(deps, trn, begun);
  const charge = await deps.payments.confirm({ intent, token, key: `confirm-${trn}-${begun.attempt}` });
  if (charge.state === 'canceled') throw refuse('wrongAmount');
  return charge;
}

/** The intent at the provider, which stands in the payment's row from now on; `canceled` at another fee stood there before. */
async function openIntent(deps: Deps, trn: string, { amount, intent: canceled }: Begun): Promise<string> {
  const key = canceled ? `intent-${trn}-${amount}-${canceled}` : `intent-${trn}-${amount}`;
  const intent = await deps.payments.openIntent({ trn, amount, key });
  const kept = await deps.stores.payments.keepIntent(trn, { intent, amount, canceled });
  if (!kept) throw refuse('wrongAmount');
  return kept;
}
