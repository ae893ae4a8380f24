import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStripeGateway, type PaymentGateway } from '../../../../src/server/features/payment/createPayments';
import { type StripeResponse, startStripeServer } from '../../../support/stripeServer';

const secret = 'whsec_test_of_the_signature';
let stripe: Awaited<ReturnType<typeof startStripeServer>>;
let gateway: PaymentGateway;
beforeAll(async () => {
  stripe = await startStripeServer();
  gateway = createStripeGateway({
    provider: 'stripe',
    secretKey: 'sk_test_abc',
    publishableKey: 'pk_test_abc',
    webhookSecret: secret,
    local: { port: stripe.port },
  });
});
afterAll(() => stripe.close());

/** Returns a PaymentIntent in the format of Stripe's API. */
const intent = (status: string, more: object = {}): StripeResponse => ({
  body: {
    id: 'pi_3Q1',
    object: 'payment_intent',
    amount: 4500,
    amount_received: status === 'succeeded' ? 4500 : 0,
    capture_method: 'automatic_async',
    client_secret: 'pi_3Q1_secret_x',
    created: 1795000000,
    currency: 'usd',
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: { trn_id: '7' },
    payment_method_types: ['card'],
    status,
    ...more,
  },
});
const charge = {
  id: 'ch_3Q1',
  object: 'charge',
  created: 1795000060,
  paid: true,
  payment_method_details: {
    type: 'card',
    card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, funding: 'credit' },
  },
};
const succeeded = intent('succeeded', { latest_charge: charge });
const failure = (
  status: number,
  type: string,
  more: object = {},
  headers?: Record<string, string>,
): StripeResponse => ({
  status,
  headers,
  body: { error: { type, message: 'Refused', ...more } },
});
const order = { intent: 'pi_3Q1', token: 'tok_1Q', key: 'confirm-7-1' };

describe('the calls to Stripe', () => {
  it('creates an intent with an idempotency key and our secret key', async () => {
    stripe.plan(intent('requires_payment_method'));
    expect(await gateway.openIntent({ trn: '7', amount: 4500, key: 'intent-7-4500' })).toBe('pi_3Q1');
    const [call] = stripe.calls;
    expect(call).toMatchObject({ method: 'POST', path: '/v1/payment_intents' });
    expect(call?.form).toEqual({
      amount: '4500',
      currency: 'usd',
      'payment_method_types[0]': 'card',
      'metadata[trn_id]': '7',
    });
    expect(call?.headers).toMatchObject({
      authorization: 'Bearer sk_test_abc',
      'idempotency-key': 'intent-7-4500',
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(call?.headers['stripe-version']).toMatch(/^20\d\d-/);
  });

  it('cancels an intent, or reports that its card was charged', async () => {
    stripe.plan(intent('canceled'));
    expect(await gateway.cancel('pi_3Q1')).toEqual({ state: 'canceled' });
    expect(stripe.calls).toMatchObject([{ method: 'POST', path: '/v1/payment_intents/pi_3Q1/cancel' }]);
    stripe.plan(failure(400, 'invalid_request_error', { code: 'payment_intent_unexpected_state' }), succeeded);
    expect(await gateway.cancel('pi_3Q1')).toMatchObject({ state: 'succeeded', amount: 4500 });
  });

  it('reads the secret that lets a browser confirm the intent', async () => {
    stripe.plan(intent('requires_payment_method'));
    expect(await gateway.findSecret('pi_3Q1')).toBe('pi_3Q1_secret_x');
    expect(stripe.calls[0]).toMatchObject({ method: 'GET', path: '/v1/payment_intents/pi_3Q1' });
  });

  it('reports a processing payment, and rejects other currencies', async () => {
    stripe.plan(intent('processing'), intent('succeeded', { currency: 'eur' }));
    expect(await gateway.find('pi_3Q1')).toEqual({ state: 'open', amount: 4500, isProcessing: true });
    await expect(gateway.find('pi_3Q1')).rejects.toThrow('paid in eur');
  });

  it("confirms with the browser's token and keeps brand, last digits and time of the charge", async () => {
    stripe.plan(succeeded);
    expect(await gateway.confirm(order)).toEqual({
      state: 'succeeded',
      amount: 4500,
      paidFor: '7',
      brand: 'visa',
      last4: '4242',
      paidAt: new Date(1795000060_000),
    });
    const [call] = stripe.calls;
    expect(call).toMatchObject({ method: 'POST', path: '/v1/payment_intents/pi_3Q1/confirm' });
    expect(call?.form).toEqual({
      'payment_method_data[type]': 'card',
      'payment_method_data[card][token]': 'tok_1Q',
      error_on_requires_action: 'true',
      'expand[0]': 'latest_charge',
    });
    expect(call?.headers['idempotency-key']).toBe('confirm-7-1');
  });

  it.each([
    ['succeeded', { latest_charge: charge }, 'succeeded'],
    ['succeeded', { latest_charge: 'ch_3Q1' }, 'succeeded'],
    ['processing', {}, 'open'],
    ['requires_payment_method', {}, 'open'],
    ['requires_action', {}, 'open'],
    ['canceled', {}, 'canceled'],
  ])('finds an intent that is %s', async (status, more, state) => {
    stripe.plan(intent(status, more));
    expect(await gateway.find('pi_3Q1')).toMatchObject({ state });
    expect(stripe.calls).toMatchObject([
      { method: 'GET', path: '/v1/payment_intents/pi_3Q1', query: '?expand[0]=latest_charge' },
    ]);
  });
});

describe('what Stripe refuses', () => {
  it.each([
    [402, 'card_error', { code: 'card_declined', decline_code: 'insufficient_funds' }, 'insufficient_funds'],
    [402, 'card_error', { code: 'card_declined', decline_code: 'generic_decline' }, 'generic_decline'],
    [402, 'card_error', { code: 'expired_card' }, 'expired_card'],
    [402, 'card_error', { code: 'authentication_required' }, 'authentication_required'],
    [400, 'invalid_request_error', { code: 'token_already_used', param: 'card' }, 'token_already_used'],
    [404, 'invalid_request_error', { code: 'resource_missing' }, 'resource_missing'],
  ])('%i %s %o counts as declined if the intent is open', async (status, type, more, reason) => {
    stripe.plan(failure(status, type, more), intent('requires_payment_method'));
    expect(await gateway.confirm(order)).toEqual({ state: 'declined', reason });
    expect(stripe.calls.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it("isn't a decline if another confirmation succeeded", async () => {
    stripe.plan(failure(400, 'invalid_request_error', { code: 'payment_intent_unexpected_state' }), succeeded);
    expect(await gateway.confirm(order)).toMatchObject({ state: 'succeeded', last4: '4242' });
  });

  it.each([
    [401, 'invalid_request_error', Stripe.errors.StripeAuthenticationError],
    [403, 'invalid_request_error', Stripe.errors.StripePermissionError],
    [429, 'invalid_request_error', Stripe.errors.StripeRateLimitError],
    [400, 'idempotency_error', Stripe.errors.StripeIdempotencyError],
  ])("%i %s isn't about the card and is thrown", async (status, type, Kind) => {
    stripe.plan(...Array<StripeResponse>(3).fill(failure(status, type, {}, { 'stripe-should-retry': 'false' })));
    await expect(gateway.confirm(order)).rejects.toBeInstanceOf(Kind);
    expect(stripe.calls).toHaveLength(1);
  });
});

describe('a bad connection', () => {
  it.each([
    ['a lost answer', 'cut' as const],
    ['a server error', failure(500, 'api_error')],
    ['a lock held by another call', failure(409, 'invalid_request_error', { code: 'lock_timeout' })],
  ])('retries after %s with the same key', async (_, answer) => {
    stripe.plan(answer, succeeded);
    expect(await gateway.confirm(order)).toMatchObject({ state: 'succeeded' });
    expect(stripe.calls.map(({ headers }) => headers['idempotency-key'])).toEqual(['confirm-7-1', 'confirm-7-1']);
  });

  it('fails after three tries without reporting a declined card', async () => {
    stripe.plan('cut', 'cut', 'cut');
    await expect(gateway.confirm(order)).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect(stripe.calls).toHaveLength(3);
    stripe.plan(failure(402, 'card_error', { code: 'card_declined' }), 'cut', 'cut', 'cut');
    await expect(gateway.confirm(order)).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  });
});

describe('an event of Stripe', () => {
  const event = (type = 'payment_intent.succeeded') =>
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      api_version: '2026-01-01',
      type,
      data: { object: { id: 'pi_3Q1' } },
    });
  const sign = (payload: string, more: object = {}) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, ...more });

  it('names the intent that was paid', () => {
    expect(gateway.readEvent(Buffer.from(event()), sign(event()))).toEqual({ id: 'evt_1', intent: 'pi_3Q1' });
  });

  it('is ignored if it’s of another type', () => {
    for (const type of ['payment_intent.payment_failed', 'charge.refunded'])
      expect(gateway.readEvent(Buffer.from(event(type)), sign(event(type)))).toBeUndefined();
  });

  it('is rejected with another secret, another body, an old signature or none', () => {
    const old = sign(event(), { timestamp: Math.floor(Date.now() / 1000) - 301 });
    for (const [raw, signature] of [
      [event(), sign(event(), { secret: 'whsec_other' })],
      [event().replace('pi_3Q1', 'pi_9Q9'), sign(event())],
      [`${event()} `, sign(event())],
      [event(), old],
      [event(), ''],
    ] as const)
      expect(() => gateway.readEvent(Buffer.from(raw), signature)).toThrow(
        Stripe.errors.StripeSignatureVerificationError,
      );
  });
});
