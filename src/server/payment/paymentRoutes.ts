import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import recordTexts from '../../../schemas/texts/record.json';
import texts from '../../../schemas/texts/server-application.json';
import { type AgreedSection, type Fees, payment } from '../../contract/payment';
import { answerLines } from '../../model/answerLines';
import { isRecord } from '../../model/paths';
import { sayAll } from '../../model/translate';
import { findRoot } from '../config';
import type { Deps } from '../deps';
import { ticketUrl } from '../documents/documentStore';
import { spokenLanguageOf } from '../forms/languages';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { readBody, readSignedAnswers, unsignedSteps } from '../record/describeRecord';
import { readQuestions, readShown } from '../record/shownParts';
import { feeOf, type Payer, pay } from './pay';
import { createCardToken, type SandboxCard } from './sandbox/stripeApi';
import { submit } from './submit';

// A drawn signature comes twice: as the section's answer and as the file of spec 002 §7.
const MOST_BYTES = 1_600_000;

/** The fee, the payment and its record (spec 002 §7, 003 §3). */
export async function paymentRoutes(api: FastifyInstance, deps: Deps): Promise<void> {
  const on = routesOf(api, deps, payment);
  const payments = deps.stores.payments;
  api.addHook('onClose', () => deps.payments.close());

  on('GET /payment/fees/:trn', async ({ applicant }) => answer(await readFees(deps, applicant.trn)));

  on(
    'POST /payment',
    async (request) => answer(await pay(deps, payerOf(deps, request), request.body), texts.done.paid),
    { bodyLimit: MOST_BYTES },
  );

  on('GET /payment/consent/:trn', async ({ applicant: { trn } }) => {
    const application = await deps.stores.applications.find(trn);
    const paid = await payments.find(trn);
    const consent = await payments.consentOf(trn);
    if (!application) throw refuse('notFound');
    if (paid?.state !== 'succeeded' || !consent)
      return answer({ text: application.instructions, subscriber_text: application.terms, file: null });
    const { terms, sections } = await readAgreed(deps, trn);
    return answer({
      text: terms?.text ?? null,
      subscriber_text: terms?.subscriber_text ?? null,
      sections,
      file: ticketUrl(deps.tokenKey, { blob_path: consent.signature, trn }, 'file', deps.clock()),
      ip: consent.ip,
      InviteInfo: { CreatedOn: consent.signed_at.toISOString() },
      name_on_card: paid.name_on_card,
      amount: paid.amount_cents / 100,
      transaction_date: paid.paid_at?.toISOString() ?? null,
      card_number: paid.last4,
      city: paid.city,
      state: paid.state_code,
    });
  });

  await api.register(async (raw) => webhookRoute(raw, deps));
}

/** What the application costs, in dollars, and who takes the card. Throws `staleSession` when it is gone. */
export async function readFees(deps: Deps, trn: string): Promise<Fees> {
  const fee = (await feeOf(deps, trn)) / 100;
  const { provider, publishableKey } = deps.payments;
  return { recordset: [{ SubscriberFee: fee, ApplicationFee: fee }], currency: 'usd', provider, publishableKey };
}

function payerOf({ forms }: Deps, request: FastifyRequest): Payer {
  const { applicant, ip, headers } = request;
  return {
    applicant,
    ip,
    userAgent: headers['user-agent'] ?? '',
    language: spokenLanguageOf(request, forms.languages),
  };
}

/** The provider's own call; its signature covers the body as it was sent, so it is not parsed here. */
function webhookRoute(api: FastifyInstance, deps: Deps): void {
  api.removeContentTypeParser('application/json');
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  routesOf(
    api,
    deps,
    payment,
  )('POST /payment/webhook', async ({ body, headers }) => {
    await takeEvent(deps, body, String(headers['stripe-signature'] ?? ''));
    return answer(null);
  });
}

/** Lets a provider's event take effect, once: it completes a payment whose answer never reached us. Throws `badEvent` for a wrong signature. */
async function takeEvent(deps: Deps, raw: Buffer, signature: string): Promise<void> {
  const event = readEvent(deps, raw, signature);
  const store = deps.stores.payments;
  const payment = event && (await store.findByIntent(event.intent));
  if (!event || !payment) return;
  const charge = await deps.payments.find(event.intent);
  if (charge.state === 'succeeded') await submit(deps, { trn: payment.trn, ...charge, event: event.id });
}

function readEvent(deps: Deps, raw: Buffer, signature: string) {
  try {
    return deps.payments.readEvent(raw, signature);
  } catch {
    throw refuse('badEvent');
  }
}

/** What the applicant had before them when they signed; null for what was not kept, or is not what it was. */
interface Agreed {
  terms: { text: string; subscriber_text: string } | null;
  sections: AgreedSection[] | null;
}

/**
 * The terms and the questions that were agreed to, found by their fingerprints in the record and never among today's; answers stand
 * with their questions as they lie now, and the check of the record says whether they are those that were signed.
 */
async function readAgreed(deps: Deps, trn: string): Promise<Agreed> {
  const { terms, questions } = await fingerprints(deps, trn);
  const text: unknown = terms ? await readShown(deps.db, terms) : undefined;
  return {
    terms: isRecord(text)
      ? { text: String(text.text ?? ''), subscriber_text: String(text.subscriber_text ?? '') }
      : null,
    sections: questions ? await readSections(deps, trn, questions) : null,
  };
}

/** Those of the log; an application that was signed before there was one has at most that of its terms. */
async function fingerprints(deps: Deps, trn: string): Promise<{ terms?: string; questions?: string }> {
  const entry = await deps.stores.audit.find(trn, 'submitted');
  if (!entry) return { terms: (await deps.stores.payments.consentOf(trn))?.terms_digest };
  try {
    return readBody(entry, await deps.keyring.keyOf(trn));
  } catch {
    // A changed entry says nothing that could be believed; the check of the record names it.
    return {};
  }
}

async function readSections(deps: Deps, trn: string, digest: string): Promise<Agreed['sections']> {
  const shown = await readQuestions(deps.db, digest);
  if (!shown) return null;
  const answers = await readSignedAnswers(deps.db, trn, await deps.keyring.keyOf(trn), unsignedSteps(deps.forms));
  const words = sayAll(recordTexts.answers, deps.forms.languages[shown[0]?.language ?? ''] ?? {});
  return shown.map(({ step, section, title, schema, ui }) => ({
    step,
    section,
    title,
    lines: answerLines(schema, ui, answers[step]?.[section], words),
  }));
}

type CardBody = { Body: { card: SandboxCard } };

/** The browser side of the card sandbox, there only while no Stripe keys are set: the stand-in script and what it posts to. */
export function sandboxRoutes(app: FastifyInstance, deps: Deps): void {
  if (deps.payments.provider !== 'sandbox') return;

  app.get('/sandbox/stripe.js', { schema: { hide: true } }, async (_request, reply) => {
    const script = await readFile(path.join(findRoot(), 'src/server/payment/sandbox/stripe.js'));
    return reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script);
  });

  app.post<CardBody>('/sandbox/v1/tokens', { schema: { hide: true, body: CARD_BODY } }, async ({ body: { card } }) => ({
    id: createCardToken(card),
    object: 'token',
    type: 'card',
    card: shown(card),
  }));

  app.post<CardBody>(
    '/sandbox/v1/payment_methods',
    { schema: { hide: true, body: CARD_BODY } },
    async ({ body: { card } }) => ({
      id: `pm_sandbox_${randomUUID()}`,
      object: 'payment_method',
      type: 'card',
      card: shown(card),
    }),
  );
}

const shown = ({ brand, last4, exp_month, exp_year }: SandboxCard) => ({ brand, last4, exp_month, exp_year });

// Nothing longer than four digits fits in here: a card number cannot be sent by mistake.
const CARD_BODY = {
  type: 'object',
  required: ['card'],
  additionalProperties: false,
  properties: {
    card: {
      type: 'object',
      required: ['brand', 'last4', 'exp_month', 'exp_year', 'outcome'],
      additionalProperties: false,
      properties: {
        brand: { type: 'string', maxLength: 20, pattern: '^[a-z]+$' },
        last4: { type: 'string', pattern: '^[0-9]{4}$' },
        exp_month: { type: 'integer', minimum: 1, maximum: 12 },
        exp_year: { type: 'integer', minimum: 2000, maximum: 2099 },
        outcome: { enum: ['succeed', 'card_declined', 'insufficient_funds', 'expired_card', 'incorrect_cvc'] },
      },
    },
  },
};
