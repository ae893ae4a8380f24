import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { JSDOM } from 'jsdom';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandboxGateway, type PaymentGateway } from '../../../../src/server/features/payment/createPayments';
import {
  createCardToken,
  readCardToken,
  type SandboxCard,
} from '../../../../src/server/features/payment/sandbox/stripeApi';
import { findRoot } from '../../../../src/server/platform/config';

const card = (outcome: SandboxCard['outcome']) =>
  createCardToken({ brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2034, outcome });
const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-sandbox-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the sandbox, through Stripe’s own library', () => {
  const using = async (work: (gateway: PaymentGateway) => Promise<void>) => {
    const gateway = await createSandboxGateway(folder);
    await work(gateway).finally(() => gateway.close());
  };

  it('creates one intent per key and charges it once', () =>
    using(async (gateway) => {
      const order = { trn: '7', amount: 4500, key: 'intent-7-4500' };
      const intent = await gateway.openIntent(order);
      expect(await gateway.openIntent(order)).toBe(intent);
      const [first, second] = await Promise.all(
        ['a', 'b'].map((key) => gateway.confirm({ intent, token: card('succeed'), key })),
      );
      expect(first).toMatchObject({ state: 'succeeded', brand: 'visa', last4: '4242' });
      expect(second).toEqual(first);
      expect(await gateway.cancel(intent)).toEqual(first);
    }));

  it('keeps a charge after a restart', async () => {
    let intent = '';
    await using(async (gateway) => {
      intent = await gateway.openIntent({ trn: '8', amount: 4500, key: 'intent-8' });
      await gateway.confirm({ intent, token: card('succeed'), key: '8-1' });
    });
    await using(async (gateway) => expect(await gateway.find(intent)).toMatchObject({ state: 'succeeded' }));
  });

  it('declines the test cards, also for the same key, and cancels uncharged intents', () =>
    using(async (gateway) => {
      const intent = await gateway.openIntent({ trn: '9', amount: 4500, key: 'intent-9' });
      const order = { intent, token: card('insufficient_funds'), key: '9-1' };
      const declined = { state: 'declined', reason: 'insufficient_funds' };
      expect(await gateway.confirm(order)).toEqual(declined);
      expect(await gateway.confirm(order)).toEqual(declined);
      expect(await gateway.find(intent)).toEqual({ state: 'open', amount: 4500 });
      expect(await gateway.cancel(intent)).toEqual({ state: 'canceled' });
      expect(await gateway.confirm({ intent, token: card('succeed'), key: '9-2' })).toEqual({ state: 'canceled' });
      expect(await gateway.find(intent)).toEqual({ state: 'canceled' });
    }));

  it('refuses an unknown token and an amount under 50 cents', () =>
    using(async (gateway) => {
      const intent = await gateway.openIntent({ trn: '10', amount: 4500, key: 'intent-10' });
      expect(await gateway.confirm({ intent, token: 'tok_other', key: '10-1' })).toMatchObject({ state: 'declined' });
      await expect(gateway.openIntent({ trn: '11', amount: 3, key: 'intent-11' })).rejects.toThrow('50 cents');
    }));
});

describe('a card token', () => {
  it("contains the card, and other text isn't a token", () => {
    expect(readCardToken(card('succeed'))).toMatchObject({ last4: '4242', outcome: 'succeed' });
    expect(readCardToken('tok_sandbox_%%%')).toBeUndefined();
    expect(readCardToken('tok_1')).toBeUndefined();
  });
});

describe('the stand-in for Stripe.js', () => {
  async function open() {
    const sent: { path: string; body: string }[] = [];
    const { window } = new JSDOM(
      '<label for="number">Card number</label><div id="number"></div><div id="expiry"></div><div id="cvc"></div>',
      {
        runScripts: 'outside-only',
      },
    );
    window.fetch = async (path: string, init: RequestInit) => {
      sent.push({ path, body: String(init.body) });
      return Response.json({ id: 'tok_sandbox_x' });
    };
    window.eval(await readFile(path.join(findRoot(), 'src/server/features/payment/sandbox/stripe.js'), 'utf8'));
    const stripe = window.Stripe('pk_test_sandbox');
    const elements = stripe.elements();
    for (const [type, id] of [
      ['cardNumber', '#number'],
      ['cardExpiry', '#expiry'],
      ['cardCvc', '#cvc'],
    ] as const)
      elements.create(type, {}).mount(id);
    const type = (label: string, text: string) => {
      const input = window.document.querySelector(`input[aria-label="${label}"]`);
      input.value = text;
      input.dispatchEvent(new window.Event('input'));
      return input;
    };
    const fill = (number: string, expiry: string, cvc: string) => {
      type('Card number', number);
      type('Expiration date', expiry);
      type('CVC', cvc);
    };
    return {
      window,
      stripe,
      elements,
      sent,
      type,
      fill,
      token: () => stripe.createToken(elements.getElement('cardNumber'), {}),
    };
  }

  it('has what <Elements> checks for, and accepts only test keys', async () => {
    const { stripe, window } = await open();
    for (const name of ['elements', 'createToken', 'createPaymentMethod', 'confirmCardPayment'])
      expect(stripe[name]).toBeTypeOf('function');
    expect(() => window.Stripe('pk_live_x')).toThrow('accepts only test keys');
  });

  it('sends neither the number nor the CVC', async () => {
    const { fill, token, sent, stripe, elements } = await open();
    fill('4242 4242 4242 4242', '12 / 34', '737');
    expect(await token()).toEqual({ token: { id: 'tok_sandbox_x' } });
    const method = await stripe.createPaymentMethod({ type: 'card', card: elements.getElement('cardNumber') });
    expect(method.paymentMethod).toBeDefined();
    expect(sent.map(({ path }) => path)).toEqual(['/sandbox/v1/tokens', '/sandbox/v1/payment_methods']);
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, outcome: 'succeed' },
    });
  });

  it.each([
    ['4000 0000 0000 0002', 'card_declined'],
    ['4000 0000 0000 9995', 'insufficient_funds'],
    ['4000 0000 0000 0069', 'expired_card'],
    ['4000 0000 0000 0127', 'incorrect_cvc'],
  ])('makes a token of %s that is %s at the charge', async (number, outcome) => {
    const { fill, token, sent } = await open();
    fill(number, '12/34', '123');
    expect((await token()).error).toBeUndefined();
    expect(JSON.parse(sent[0]?.body ?? '').card.outcome).toBe(outcome);
  });

  it.each([
    ['4242 4242 4242 4241', '12/34', '123', 'invalid_number'],
    ['4242', '12/34', '123', 'incomplete_number'],
    ['4242424242424242', '12/20', '123', 'invalid_expiry_year_past'],
    ['4242424242424242', '13/34', '123', 'invalid_expiry_month'],
    ['4242424242424242', '1', '123', 'incomplete_expiry'],
    ['4242424242424242', '12/34', '12', 'incomplete_cvc'],
    ['4111111111111111', '12/34', '123', 'card_declined'],
  ])('refuses %s %s %s as %s and sends nothing', async (number, expiry, cvc, code) => {
    const { fill, token, sent } = await open();
    fill(number, expiry, cvc);
    expect((await token()).error.code).toBe(code);
    expect(sent).toEqual([]);
  });

  it('groups the digits and reports changes', async () => {
    const { elements, type, window } = await open();
    const states: { complete: boolean; brand?: string }[] = [];
    elements
      .getElement('cardNumber')
      .on('change', (state: { complete: boolean; brand?: string }) => states.push(state));
    expect(type('Card number', '4242424242424242').value).toBe('4242 4242 4242 4242');
    expect(states.at(-1)).toMatchObject({ complete: true, brand: 'visa', elementType: 'cardNumber' });
    expect(window.document.querySelector('#number').className).toContain('StripeElement--complete');
    expect(type('Expiration date', '1234').value).toBe('12 / 34');
  });

  it('focuses the input when the label of its container is clicked', async () => {
    const { window } = await open();
    window.document.querySelector('label').click();
    expect(window.document.activeElement.getAttribute('aria-label')).toBe('Card number');
  });
});
