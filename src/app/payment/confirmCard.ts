import type { PaymentIntentResult, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import type { PreparedPayment } from '../../contract/payment';

/** The provider or the bank said no. Nothing was charged. */
export class CardRefused extends Error {
  override name = 'CardRefused';
  readonly isBank: boolean;

  constructor({ code, message }: StripeError) {
    super(message ?? code);
    this.isBank = code === 'payment_intent_authentication_failure';
  }
}

/** Confirms a payment, with the bank's question if there is one. Throws `CardRefused`. */
export async function confirmCard(stripe: Stripe, { client_secret }: PreparedPayment, method: string): Promise<void> {
  // Paid before.
  if (client_secret === null) return;
  assertConfirmed(await stripe.confirmCardPayment(client_secret, { payment_method: method }));
}

/** As `confirmCard`, with the wallet that `elements` show. */
export async function confirmWallet(
  stripe: Stripe,
  { client_secret: clientSecret }: PreparedPayment,
  elements: StripeElements,
): Promise<void> {
  if (clientSecret === null) return;
  const confirmParams = { return_url: window.location.href };
  assertConfirmed(await stripe.confirmPayment({ elements, clientSecret, confirmParams, redirect: 'if_required' }));
}

function assertConfirmed({ error }: PaymentIntentResult): void {
  // Another tab may have paid; the server knows.
  if (!error || error.code === 'payment_intent_unexpected_state') return;
  // Whether the provider got it is unknown.
  if (error.type === 'api_connection_error') throw new Error(error.message);
  throw new CardRefused(error);
}
