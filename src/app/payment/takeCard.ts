import { CardNumberElement } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import type { Answers } from '../../model/types';

/** Id of a card's payment method or token, or the provider's error message. */
type TakenCard = { id: string } | { refusal: string };

/** Creates a payment method from the card fields. */
export async function createMethod(stripe: Stripe, elements: StripeElements, billing: Answers): Promise<TakenCard> {
  const place = billingPlace(billing);
  const { name, address_line1: line1, address_city: city, address_state: state, address_zip: postal_code } = place;
  const address = { line1, city, state, postal_code, country: 'US' };
  const card = findCard(elements);
  const { paymentMethod, error } = await stripe.createPaymentMethod({
    type: 'card',
    card,
    billing_details: { name, address },
  });
  return error ? { refusal: error.message ?? '' } : { id: paymentMethod?.id ?? '' };
}

/** Creates a payment method, then a token (docs/spec/002-payment.md, §4). */
export async function createToken(stripe: Stripe, elements: StripeElements, billing: Answers): Promise<TakenCard> {
  const checked = await createMethod(stripe, elements, billing);
  if ('refusal' in checked) return checked;
  const place = { ...billingPlace(billing), address_country: 'US' };
  const { token, error } = await stripe.createToken(findCard(elements), place);
  return error ? { refusal: error.message ?? '' } : { id: token.id };
}

function findCard(elements: StripeElements) {
  const card = elements.getElement(CardNumberElement);
  if (!card) throw new Error('The card fields are not on the page');
  return card;
}

function billingPlace({ cname, billingAddress, city, state, zipCode }: Answers) {
  return {
    name: String(cname),
    address_line1: String(billingAddress),
    address_city: String(city),
    address_state: String(state),
    address_zip: String(zipCode),
  };
}
