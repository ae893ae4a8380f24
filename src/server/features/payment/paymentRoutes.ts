import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AgreedSection, type Fees, payment } from '../../../contract/payment';
import { messages } from '../../../messages/serverMessages';
import { answerLines } from '../../../model/answers/answerLines';
import { isRecord } from '../../../model/answers/paths';
import { toDollars } from '../../../model/format/money';
import { translateAll } from '../../../model/messages/translate';
import { describeFee } from '../../applications/describeFee';
import { ticketUrl } from '../../applications/documents/documentRepository';
import { claimPaymentEvent } from '../../applications/paymentRepository';
import { readBody, readSignedAnswers, unsignedSteps } from '../../applications/record/describeRecord';
import type { RecordBody } from '../../applications/record/recordRepository';
import { type ConfirmedNotice, readConfirmedNotices, readQuestions } from '../../applications/record/snapshotParts';
import { readSnapshot } from '../../applications/record/snapshotRepository';
import { findSecondaryTiming } from '../../applications/steps/hasQuestions';
import { findUnsavedSections } from '../../applications/steps/unsavedSections';
import { appLanguageOf, languageOf } from '../../forms/languages';
import { transaction } from '../../platform/db/transaction';
import { answer, routesOf } from '../../platform/http/routesOf';
import type { Applicant } from '../../platform/sessions/sessions';
import { type Payer, requireFee } from './beginPayment';
import type { PaymentDeps } from './createPayments';
import { confirmPayment, preparePayment } from './intents';
import { pay, submitUnpaid } from './pay';
import { refuse } from './paymentErrors';
import type { MoneyEvent } from './stripeRefunds';
import { submit } from './submit';

// The signature is sent twice: as an answer and as a file (docs/spec/002-payment.md).
const MAX_BYTES = 1_600_000;

/** Routes for fee, payment and consent (docs/spec/002-payment.md and 003.md). */
export async function paymentRoutes(api: FastifyInstance, deps: PaymentDeps): Promise<void> {
  const on = routesOf(api, deps, payment);
  const payments = deps.stores.payments;
  api.addHook('onClose', () => deps.payments.close());

  on('GET /payment/unsaved/:trn', async ({ applicant }) => answer(await findUnsavedSections(deps, applicant)));

  on('GET /payment/fees/:trn', async (request) => answer(await readFees(deps, request.applicant, languageOf(request))));

  on(
    'POST /payment',
    async (request) =>
      answer(await pay(deps, toPayer(deps, request), request.body), messages('server-application').done.paid),
    { bodyLimit: MAX_BYTES },
  );

  on(
    'POST /application/submit',
    async (request) =>
      answer(
        await submitUnpaid(deps, toPayer(deps, request), request.body),
        messages('server-application').done.submitted,
      ),
    { bodyLimit: MAX_BYTES },
  );

  on(
    'POST /payment/intent',
    async (request) => answer(await preparePayment(deps, toPayer(deps, request), request.body)),
    {
      bodyLimit: MAX_BYTES,
    },
  );

  on('POST /payment/settle', async ({ applicant, body }) =>
    answer(await confirmPayment(deps, applicant.trn, body.intent), messages('server-application').done.paid),
  );

  on('GET /payment/consent/:trn', async ({ applicant: { trn } }) => {
    const application = await deps.stores.applications.find(trn);
    const paid = await payments.find(trn);
    const consent = await payments.findConsent(trn);
    if (!application) throw refuse('notFound');
    if (paid?.state !== 'succeeded' || !consent)
      return answer({ text: application.instructions, subscriber_text: application.terms, file: null });
    const { terms, sections, notices } = await readAgreedContent(deps, trn);
    return answer({
      text: terms?.text ?? null,
      subscriber_text: terms?.subscriber_text ?? null,
      sections,
      notices: notices.map(({ title, paragraphs, points, criteria, at }) => ({
        title,
        paragraphs,
        points,
        criteria,
        at,
      })),
      file: ticketUrl(deps.tokenKey, { blob_path: consent.signature, trn }, 'file', deps.clock()),
      ip: consent.ip,
      InviteInfo: { CreatedOn: consent.signed_at.toISOString() },
      name_on_card: paid.name_on_card,
      amount: toDollars(paid.amount_cents),
      transaction_date: paid.paid_at?.toISOString() ?? null,
      card_number: paid.last4,
      city: paid.city,
      state: paid.state_code,
    });
  });

  await api.register(async (raw) => webhookRoute(raw, deps));
}

/** Returns the fee in dollars, with the local rules that apply to it. Throws `staleSession`. */
export async function readFees(
  deps: Pick<PaymentDeps, 'payments' | 'stores' | 'config' | 'forms'>,
  applicant: Applicant,
  language: string,
): Promise<Fees> {
  const required = await requireFee(deps, applicant);
  const fee = required.cents / 100;
  const { provider, publishableKey } = deps.payments;
  const { paymentConfirmation: confirmation } = deps.config;
  const recordset: Fees['recordset'] = [{ SubscriberFee: fee, ApplicationFee: fee }];
  const about = describeFee(required, deps.forms.languages[language]);
  const secondary = await findSecondaryTiming(deps, applicant, await deps.forms.getContext(applicant));
  return { recordset, currency: 'usd', provider, publishableKey, confirmation, secondary, ...about };
}

function toPayer({ forms }: Pick<PaymentDeps, 'forms'>, request: FastifyRequest): Payer {
  const { applicant, ip, headers } = request;
  return {
    applicant,
    ip,
    userAgent: headers['user-agent'] ?? '',
    language: appLanguageOf(request, forms.languages),
  };
}

/** JSON parsing is off, because the signature covers the raw body. */
function webhookRoute(api: FastifyInstance, deps: PaymentDeps): void {
  api.removeContentTypeParser('application/json');
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  routesOf(
    api,
    deps,
    payment,
  )('POST /payment/webhook', async ({ body, headers }) => {
    await applyEvent(deps, body, String(headers['stripe-signature'] ?? ''));
    return answer(null);
  });
}

/** Submits a paid application, or passes a dispute or refund to the ledger. Throws `badEvent`. */
async function applyEvent(deps: PaymentDeps, raw: Buffer, signature: string): Promise<void> {
  const event = readEvent(deps, raw, signature);
  const payments = deps.stores.payments;
  const payment = event && (await payments.findByIntent(event.intent));
  if (!event || !payment) return;
  if ('type' in event) return applyMoneyEvent(deps, payment.trn, event);
  const charge = await deps.payments.find(event.intent);
  if (charge.state === 'succeeded') await submit(deps, { trn: payment.trn, ...charge, event: event.id });
}

async function applyMoneyEvent(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'recordEvent'>,
  trn: string,
  { id, type, data }: MoneyEvent,
): Promise<void> {
  const now = deps.clock();
  await transaction(deps.db, async (client) => {
    if (await claimPaymentEvent(client, id, now))
      await deps.recordEvent(client, { type, applicationId: trn, now, data });
  });
}

function readEvent(deps: Pick<PaymentDeps, 'payments'>, raw: Buffer, signature: string) {
  try {
    return deps.payments.readEvent(raw, signature);
  } catch {
    throw refuse('badEvent');
  }
}

/** `terms` and `sections` are null if they aren't stored or were changed. */
interface AgreedContent {
  terms: { text: string; subscriber_text: string } | null;
  sections: AgreedSection[] | null;
  notices: ConfirmedNotice[];
}

async function readAgreedContent(deps: PaymentDeps, trn: string): Promise<AgreedContent> {
  const { terms, questions, notices } = await findDigests(deps, trn);
  const text: unknown = terms ? await readSnapshot(deps.db, terms) : undefined;
  return {
    terms: isRecord(text)
      ? { text: String(text.text ?? ''), subscriber_text: String(text.subscriber_text ?? '') }
      : null,
    sections: questions ? await readSections(deps, trn, questions) : null,
    notices: await readConfirmedNotices(deps.db, notices),
  };
}

/** Returns the digests of the signed content. Applications older than the audit log have only the terms' digest. */
async function findDigests(
  deps: Pick<PaymentDeps, 'stores' | 'keyring'>,
  trn: string,
): Promise<Partial<Pick<RecordBody, 'terms' | 'questions' | 'notices'>>> {
  const entry = await deps.stores.audit.find(trn, 'submitted');
  if (!entry) return { terms: (await deps.stores.payments.findConsent(trn))?.terms_digest };
  try {
    return readBody(entry, await deps.keyring.keyOf(trn));
  } catch {
    // A changed entry can't be trusted.
    return {};
  }
}

async function readSections(
  deps: Pick<PaymentDeps, 'db' | 'keyring' | 'forms'>,
  trn: string,
  digest: string,
): Promise<AgreedContent['sections']> {
  const questions = await readQuestions(deps.db, digest);
  if (!questions) return null;
  const answers = await readSignedAnswers(deps.db, trn, await deps.keyring.keyOf(trn), unsignedSteps(deps.forms));
  const language = questions[0]?.language ?? '';
  const texts = translateAll(messages('record').answers, deps.forms.languages[language] ?? {});
  return questions.map(({ step, section, title, schema, ui }) => ({
    step,
    section,
    title,
    lines: answerLines(schema, ui, answers[step]?.[section], { ...texts, language }),
  }));
}
