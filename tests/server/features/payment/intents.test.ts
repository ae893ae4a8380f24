import Stripe from 'stripe';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SANDBOX_WEBHOOK_SECRET } from '../../../../src/server/features/payment/createPayments';
import { type AwaitedPayment, awaitPayment } from '../../../../src/server/features/payment/intents';
import { createCardMethod, type SandboxCard } from '../../../../src/server/features/payment/sandbox/stripeApi';
import { eachApplicant } from '../../../support/eachApplicant';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines, type TestServer } from '../../../support/serverFixture';

interface Prepared {
  intent: string;
  client_secret: string | null;
}

describe.each(engines)('a payment confirmed in the browser on $name', (engine) => {
  let server: TestServer;
  let robin: TestApplicant;
  eachApplicant(engine, async (...now) => {
    [server, robin] = now;
    await server.deps.db.query('update subscriber set fee_cents = 4500');
    await completeSteps(server, robin, 'income', { files: false });
  });
  afterEach(() => vi.restoreAllMocks());

  const order = async (who = robin) => {
    const { token: _none, ...signed } = await paymentBody(server, who);
    return signed;
  };
  const prepare = async (body?: object) => post(server, robin, '/api/payment/intent', body ?? (await order()));
  const prepared = async () => expectRecords(await prepare()) as unknown as Prepared;
  const settle = (intent: string, who = robin) => post(server, who, '/api/payment/settle', { intent });
  const row = async () =>
    (await server.deps.db.query('select state, attempt, intent, amount_cents from payment where trn = $1', [robin.trn]))
      .rows[0];
  const isSubmitted = async () =>
    (await server.deps.db.query('select submitted_at from application where trn = $1', [robin.trn])).rows[0]
      .submitted_at !== null;

  /** Calls the sandbox as Stripe.js would. */
  async function atProvider({ intent, client_secret }: Prepared, verb: string, more: Record<string, string> = {}) {
    const url = `/sandbox/v1/payment_intents/${intent}/${verb}`;
    const answer = await server.app.inject({ method: 'POST', url, payload: { client_secret, ...more } });
    return answer.json() as { status?: string; error?: { code: string } };
  }
  const confirm = (at: Prepared, outcome: SandboxCard['outcome'] = 'succeed') => {
    const card = { brand: 'visa', last4: '3184', exp_month: 12, exp_year: 2034, outcome };
    return atProvider(at, 'confirm', { payment_method: createCardMethod(card) });
  };

  /** Runs the job that waits for the browser. */
  async function awaitNow(more: Partial<AwaitedPayment> = {}) {
    const { rows } = await server.deps.db.query<{ payload: AwaitedPayment }>(
      "delete from job where kind = 'await-payment' and payload ->> 'trn' = $1 and run_at > now() returning payload",
      [robin.trn],
    );
    expect(rows).toHaveLength(1);
    for (const { payload } of rows) await awaitPayment(server.deps, { ...payload, ...more });
  }

  it('is settled once the provider has charged it', async () => {
    const at = await prepared();
    expect(at.client_secret).toContain(`${at.intent}_secret_`);
    expect(await row()).toMatchObject({ state: 'pending', intent: at.intent, amount_cents: 4500 });
    expect(await confirm(at)).toMatchObject({ status: 'succeeded' });
    expect(await isSubmitted()).toBe(false);
    const receipt = expectRecords(await settle(at.intent));
    expect(receipt).toMatchObject({ amount: 45, card_number: '3184', reference: at.intent });
    expect(expectRecords(await settle(at.intent))).toEqual(receipt);
    expect(expectRecords(await prepare())).toEqual({ intent: at.intent, client_secret: null });
    expect(expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)))).toEqual(receipt);
    await server.drain();
    expect(expectRecords(await get(server, robin, `/api/record/${robin.trn}`)).state).toBe('whole');
  });

  it("waits for the bank's question, and is charged when it's answered", async () => {
    const at = await prepared();
    expect(await confirm(at, 'authenticate')).toMatchObject({ status: 'requires_action' });
    expect((await settle(at.intent)).json().code).toBe('paymentDeclined');
    expect(await isSubmitted()).toBe(false);
    expect(await atProvider(at, 'authenticate', { outcome: 'complete' })).toMatchObject({ status: 'succeeded' });
    expectRecords(await settle(at.intent));
    expect(await row()).toMatchObject({ state: 'succeeded', attempt: 1 });
  });

  it('accepts another card after a decline', async () => {
    const at = await prepared();
    await confirm(at, 'authenticate');
    const { error } = await atProvider(at, 'authenticate', { outcome: 'fail' });
    expect(error?.code).toBe('payment_intent_authentication_failure');
    expect((await confirm(at, 'card_declined')).error?.code).toBe('card_declined');
    const again = await prepared();
    expect(again).toEqual(at);
    await confirm(again);
    expectRecords(await settle(again.intent));
    expect(await row()).toMatchObject({ state: 'succeeded', attempt: 1 });
  });

  it('has one intent in two tabs, and is charged once', async () => {
    const [one, other] = await Promise.all([prepared(), prepared()]);
    expect(one).toEqual(other);
    const both = await Promise.all([confirm(one), confirm(other)]);
    expect(both.map(({ error }) => error?.code)).toEqual([undefined, 'payment_intent_unexpected_state']);
    const receipts = await Promise.all([settle(one.intent), settle(other.intent)]);
    expect(receipts.map((answer) => expectRecords(answer).reference)).toEqual([one.intent, one.intent]);
  });

  it('can be charged with a token on the same intent after the browser gave up', async () => {
    const at = await prepared();
    await confirm(at, 'authenticate');
    const receipt = expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
    expect(receipt.reference).toBe(at.intent);
    expect((await confirm(at)).error?.code).toBe('payment_intent_unexpected_state');
  });

  it('is completed by a job if the browser was closed', async () => {
    const at = await prepared();
    await confirm(at);
    await server.drain();
    expect(await isSubmitted()).toBe(false);
    await awaitNow();
    expect(await isSubmitted()).toBe(true);
    expect(expectRecords(await prepare())).toEqual({ intent: at.intent, client_secret: null });
  });

  it("is completed by the provider's event", async () => {
    const { intent, ...at } = await prepared();
    await confirm({ intent, ...at });
    const data = { object: { id: intent } };
    const payload = JSON.stringify({ id: `evt_${intent}`, object: 'event', type: 'payment_intent.succeeded', data });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SANDBOX_WEBHOOK_SECRET });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    await server.app.inject({ method: 'POST', url: '/api/payment/webhook', headers, payload });
    expect(await isSubmitted()).toBe(true);
  });

  it('is canceled after a day without confirmation, and can be started again', async () => {
    const at = await prepared();
    await confirm(at, 'authenticate');
    await awaitNow();
    // The job repeats until the day is over.
    expect(await row()).toMatchObject({ state: 'pending' });
    await awaitNow({ until: '' });
    expect(await row()).toMatchObject({ state: 'declined' });
    const late = await atProvider(at, 'authenticate', { outcome: 'complete' });
    expect(late.error?.code).toBe('payment_intent_unexpected_state');
    const again = await prepared();
    expect(again.intent).not.toBe(at.intent);
    await awaitPayment(server.deps, { trn: robin.trn, attempt: 1, until: '' });
    await confirm(again);
    expectRecords(await settle(again.intent));
  });

  it("has the new fee in another intent, and the old one can't be charged anymore", async () => {
    const old = await prepared();
    await server.deps.db.query('update subscriber set fee_cents = 9900');
    expect((await prepare({ ...(await order()), amount: 4500 })).json().code).toBe('wrongAmount');
    const now = await prepared();
    expect((await confirm(old)).error?.code).toBe('payment_intent_unexpected_state');
    expect((await settle(old.intent)).statusCode).toBe(404);
    await confirm(now);
    expect(expectRecords(await settle(now.intent))).toMatchObject({ amount: 99 });
  });

  it("is recorded as charged if the fee changes during the bank's confirmation", async () => {
    const at = await prepared();
    await confirm(at, 'authenticate');
    await server.deps.db.query('update subscriber set fee_cents = 9900');
    await atProvider(at, 'authenticate', { outcome: 'complete' });
    expect(expectRecords(await settle(at.intent))).toMatchObject({ amount: 45 });
  });

  it('is completed only for its own applicant, and only after it is charged', async () => {
    const at = await prepared();
    const mae = await registerApplicant(server);
    await completeSteps(server, mae, 'income', { files: false });
    expectRecords(await post(server, mae, '/api/payment/intent', await order(mae)));
    await confirm(at);
    expect((await settle(at.intent, mae)).statusCode).toBe(404);
    expect((await settle('pi_made_up')).statusCode).toBe(404);
    vi.spyOn(server.deps.payments, 'find').mockResolvedValueOnce({ state: 'open', amount: 4500, isProcessing: true });
    expect((await settle(at.intent)).json().code).toBe('inProgress');
    const other = { state: 'succeeded', amount: 4500, paidFor: mae.trn, brand: 'visa', last4: '4242' } as const;
    vi.spyOn(server.deps.payments, 'find').mockResolvedValueOnce({ ...other, paidAt: new Date() });
    expect((await settle(at.intent)).statusCode).toBe(500);
    expect(await row()).toMatchObject({ state: 'pending' });
    expectRecords(await settle(at.intent));
  });

  it('is refused with a wrong amount, consent, terms or signature before anything is charged', async () => {
    const body = await order();
    expect((await prepare({ ...body, amount: 1 })).json().code).toBe('wrongAmount');
    expect((await prepare({ ...body, consent: { concent: false } })).statusCode).toBe(422);
    expect((await prepare({ ...body, terms: 'other' })).json().code).toBe('otherTerms');
    expect((await prepare({ ...body, file: 'data:,' })).statusCode).toBe(422);
    expect(await row()).toBeUndefined();
  });

  it('can be confirmed only with the secret of its intent', async () => {
    const at = await prepared();
    expect(await confirm({ ...at, client_secret: `${at.intent}_secret_x` })).toMatchObject({
      error: { code: 'resource_missing' },
    });
  });
});
