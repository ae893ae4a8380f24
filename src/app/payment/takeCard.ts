import { CardNumberElement } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import type { Answers } from '../../model/types';

/** Either the token of a card, or the provider's own words why not. */
export type TakenCard = { token: string } | { refusal: string };

/**
 * Has the provider check the card, then put a token in its place (spec 002, section 4, Payment flow: payment method, token).
 * `billing` are the answers of the payment section.
 */
export async function takeCard(stripe: Stripe, elements: StripeElements, billing: Answers): Promise<TakenCard> {
  const card = elements.getElement(CardNumberElement);
  if (!card) throw new Error('The card fields are not on the page');
  const place = billingPlace(billing);
  const { name, address_line1: line1, address_city: city, address_state: state, address_zip: postal_code } = place;
  const address = { line1, city, state, postal_code, country: 'US' };
  const method = await stripe.createPaymentMethod({ type: 'card', card, billing_details: { name, address } });
  if (method.error) return { refusal: method.error.message ?? '' };
  const { token, error } = await stripe.createToken(card, { ...place, address_country: 'US' });
  if (error) return { refusal: error.message ?? '' };
  return { token: token.id };
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
