import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { findRoot } from '../../platform/config';
import type { PaymentDeps } from './createPayments';
import { CARD_OUTCOMES, createCardMethod, createCardToken, type SandboxCard } from './sandbox/stripeApi';

type CardBody = { Body: { card: SandboxCard } };

/** Routes for browsers in sandbox mode. */
export function sandboxRoutes(app: FastifyInstance, deps: Pick<PaymentDeps, 'payments'>): void {
  if (deps.payments.provider !== 'sandbox') return;

  app.get('/sandbox/stripe.js', { schema: { hide: true } }, async (_request, reply) => {
    const script = await readFile(path.join(findRoot(), 'src/server/features/payment/sandbox/stripe.js'));
    return reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script);
  });

  app.post<CardBody>('/sandbox/v1/tokens', { schema: { hide: true, body: CARD_BODY } }, async ({ body: { card } }) => ({
    id: createCardToken(card),
    object: 'token',
    type: 'card',
    card: describeCard(card),
  }));

  app.post<CardBody>(
    '/sandbox/v1/payment_methods',
    { schema: { hide: true, body: CARD_BODY } },
    async ({ body: { card } }) => ({
      id: createCardMethod(card),
      object: 'payment_method',
      type: 'card',
      card: describeCard(card),
    }),
  );

  app.post<IntentCall>(
    '/sandbox/v1/payment_intents/:id/:verb',
    { schema: { hide: true, params: INTENT_PARAMS, body: INTENT_BODY } },
    async ({ params: { id, verb }, body }, reply) => {
      const call = { method: 'POST', path: `/v1/payment_intents/${id}/${verb}`, form: new URLSearchParams(body) };
      const answer = await deps.payments.answerBrowser?.(call);
      return reply.code(answer?.status ?? 404).send(answer?.body);
    },
  );
}

type IntentCall = { Params: { id: string; verb: string }; Body: Record<string, string> };

const describeCard = ({ brand, last4, exp_month, exp_year }: SandboxCard) => ({ brand, last4, exp_month, exp_year });

// No field can contain more than four digits, so a card number can't be sent.
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
        outcome: { enum: [...CARD_OUTCOMES] },
      },
    },
  },
};

const Short = { type: 'string', maxLength: 500 };
const INTENT_PARAMS = { type: 'object', properties: { id: Short, verb: { enum: ['confirm', 'authenticate'] } } };
const INTENT_BODY = {
  type: 'object',
  required: ['client_secret'],
  additionalProperties: false,
  properties: { client_secret: Short, payment_method: Short, outcome: { enum: ['complete', 'fail'] } },
};
