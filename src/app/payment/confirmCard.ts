import type { PaymentIntentResult, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import type { PreparedPayment } from '../../contract/payment';
import type { CardPartName } from './useCardFields';

/** Thrown if the provider or the bank refuses the payment. */
export class CardRefused extends Error {
  override name = 'CardRefused';
  readonly isBank: boolean;

  /** `part` is the card field to mark. */
  constructor(
    { code, message }: StripeError,
    readonly part?: CardPartName,
  ) {
    super(message ?? code);
    this.isBank = code === IDENTITY_CHECK;
  }
}

const IDENTITY_CHECK = 'payment_intent_authentication_failure';

/** Stripe's error codes about fields other than the card number (https://docs.stripe.com/error-codes). */
const PARTS: Partial<Record<string, CardPartName>> = {
  expired_card: 'expiry',
  invalid_expiry_month: 'expiry',
  invalid_expiry_year: 'expiry',
  incorrect_cvc: 'cvc',
  invalid_cvc: 'cvc',
};

/** Confirms a payment. Throws `CardRefused`, or another error if the connection fails. */
export async function confirmCard(stripe: Stripe, { client_secret }: PreparedPayment, method: string): Promise<void> {
  // A null secret means that the fee is already paid.
  if (client_secret === null) return;
  assertConfirmed(await stripe.confirmCardPayment(client_secret, { payment_method: method }), true);
}

/** Like `confirmCard`, for the wallet in `elements`. */
export async function confirmWallet(
  stripe: Stripe,
  { client_secret: clientSecret }: PreparedPayment,
  elements: StripeElements,
): Promise<void> {
  if (clientSecret === null) return;
  const confirmParams = { return_url: window.location.href };
  assertConfirmed(
    await stripe.confirmPayment({ elements, clientSecret, confirmParams, redirect: 'if_required' }),
    false,
  );
}

/** `hasFields` is false for wallets, because their card isn't typed on the page. */
function assertConfirmed({ error }: PaymentIntentResult, hasFields: boolean): void {
  // Another tab may have paid. The server checks this.
  if (!error || error.code === 'payment_intent_unexpected_state') return;
  // The provider may have received the payment.
  if (error.type === 'api_connection_error' || error.type === 'api_error') throw new Error(error.message);
  throw new CardRefused(error, hasFields ? findPart(error) : undefined);
}

function findPart({ code = '' }: StripeError): CardPartName | undefined {
  return code === IDENTITY_CHECK ? undefined : (PARTS[code] ?? 'number');
}
