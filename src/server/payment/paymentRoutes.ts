import type { FastifyInstance, FastifyRequest } from 'fastify';
import texts from '../../../schemas/texts/server-application.json';
import { documentId } from '../../model/documents';
import type { Deps } from '../deps';
import { ticketUrl } from '../documents/fileTicket';
import { spokenLanguageOf } from '../forms/languages';
import { refuse } from '../http/errors';
import { idempotent } from '../http/idempotency';
import { answer } from '../http/reply';
import { readAgreed } from '../record/readAgreed';
import { feeOf, type Payer, pay } from './pay';
import { submit } from './submit';

type Trn = { Params: { trn: string } };

// A drawn signature comes twice: as the section's answer and as the file of spec 002 §7.
const MOST_BYTES = 1_600_000;

const tags = ['Payment'];

/** The fee, the payment and its record (spec 002 §7, 003 §3). */
export async function paymentRoutes(api: FastifyInstance, deps: Deps): Promise<void> {
  const payments = deps.stores.payments;
  api.addHook('onClose', () => deps.payments.close());

  api.get<Trn>(
    '/payment/fees/:trn',
    { schema: { tags, summary: 'What the application costs' } },
    async ({ applicant }) => {
      const fee = (await feeOf(deps, applicant.trn)) / 100;
      const { provider, publishableKey } = deps.payments;
      return answer({
        recordset: [{ SubscriberFee: fee, ApplicationFee: fee }],
        currency: 'usd',
        provider,
        publishableKey,
      });
    },
  );

  api.post(
    '/payment',
    {
      schema: { tags, summary: 'Pays the fee and submits the application', body: PAYMENT_BODY },
      bodyLimit: MOST_BYTES,
    },
    idempotent(deps, async (request) => {
      return answer(await pay(deps, payerOf(deps, request), request.body as Record<string, unknown>), texts.done.paid);
    }),
  );

  api.get<Trn>(
    '/payment/consent/:trn',
    { schema: { tags, summary: 'The consent and payment record' } },
    async ({ applicant: { trn } }) => {
      const application = await deps.stores.applications.find(trn);
      const payment = await payments.find(trn);
      const consent = await payments.consentOf(trn);
      if (!application) throw refuse('notFound');
      if (payment?.state !== 'succeeded' || !consent)
        return answer({ text: application.instructions, subscriber_text: application.terms, file: null });
      const { terms, sections } = await readAgreed(deps, trn);
      return answer({
        text: terms?.text ?? null,
        subscriber_text: terms?.subscriber_text ?? null,
        sections,
        file: ticketUrl(deps.tokenKey, { blob_path: consent.signature, trn }, 'file', deps.clock()),
        ip: consent.ip,
        InviteInfo: { CreatedOn: consent.signed_at.toISOString() },
        name_on_card: payment.name_on_card,
        amount: payment.amount_cents / 100,
        transaction_date: payment.paid_at?.toISOString() ?? null,
        card_number: payment.last4,
        city: payment.city,
        state: payment.state_code,
      });
    },
  );

  await api.register(async (raw) => webhookRoute(raw, deps));
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
  api.post<{ Body: Buffer }>(
    '/payment/webhook',
    { config: { open: true }, schema: { tags, summary: 'Events of the card provider' } },
    async ({ body, headers }) => {
      await takeEvent(deps, body, String(headers['stripe-signature'] ?? ''));
      return answer(null);
    },
  );
}

const PAYMENT_BODY = {
  type: 'object',
  required: ['token', 'file', 'document_id', 'amount'],
  properties: {
    token: { type: 'string', minLength: 1, maxLength: 2000 },
    file: { type: 'string' },
    document_id: { enum: [String(documentId('signature')), documentId('signature')] },
    amount: { type: 'number' },
    // The specification's own call names none: it agrees to the terms that stand when the payment begins.
    terms: { type: 'string', maxLength: 64 },
  },
};

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
