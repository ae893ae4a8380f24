// @vitest-environment jsdom
import {
  CardCvcElement,
  CardElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js';
import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import '../../../../src/server/features/payment/sandbox/stripe.js';

declare global {
  interface Window {
    Stripe?: StripeConstructor;
  }
}

let stripe: Stripe;
const sent: string[] = [];

beforeAll(() => {
  if (!window.Stripe) throw new Error('The stand-in has not set window.Stripe');
  stripe = window.Stripe('pk_test_sandbox');
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(String(init.body));
    return Response.json({ id: 'tok_sandbox_1' });
  });
});
afterEach(cleanup);

function Pay({ whole = false, onToken }: { whole?: boolean; onToken(answer: unknown): void }) {
  const client = useStripe();
  const elements = useElements();
  const card = () => elements?.getElement(whole ? CardElement : CardNumberElement);
  return (
    <button type="button" onClick={async () => onToken(await client?.createToken(card() as never))}>
      Pay
    </button>
  );
}

it('creates a token from the split elements of react-stripe-js, typed by keyboard', async () => {
  const onToken = vi.fn();
  render(
    <StrictMode>
      <Elements stripe={stripe}>
        <CardNumberElement />
        <CardExpiryElement />
        <CardCvcElement />
        <Pay onToken={onToken} />
      </Elements>
    </StrictMode>,
  );
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Card number'), '4242424242424242');
  await user.tab();
  await user.keyboard('1234');
  await user.tab();
  await user.keyboard('123');
  await user.click(screen.getByRole('button', { name: 'Pay' }));
  await vi.waitFor(() => expect(onToken).toHaveBeenCalledWith({ token: { id: 'tok_sandbox_1' } }));
  expect(sent.join()).not.toContain('42424242');
});

it('creates a token from the single card element', async () => {
  const onToken = vi.fn();
  render(
    <Elements stripe={stripe}>
      <CardElement options={{ hidePostalCode: true }} />
      <Pay whole onToken={onToken} />
    </Elements>,
  );
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Card number'), '4000000000000002');
  await user.type(screen.getByLabelText('Expiration date'), '1234');
  await user.type(screen.getByLabelText('CVC'), '123');
  await user.click(screen.getByRole('button', { name: 'Pay' }));
  await vi.waitFor(() => expect(onToken).toHaveBeenCalled());
  expect(sent.at(-1)).toContain('card_declined');
});
