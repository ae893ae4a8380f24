import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { findRoot } from '../config';
import type { Deps } from '../deps';
import { createCardToken, type SandboxCard } from './sandbox/stripeApi';

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
