import { CardCvcElement, CardExpiryElement, CardNumberElement } from '@stripe/react-stripe-js';
import texts from '../../../schemas/texts/payment.json';
import { CardField } from './CardField';

/** The card, typed into the provider's own fields: its number never passes through this page. */
export function CardFields() {
  return (
    <fieldset className="ap-card">
      <legend className="rp-label">{texts.card.title}</legend>
      <p className="rp-help">{texts.card.help}</p>
      <div className="rp-grid">
        <CardField id="card-number" label={texts.card.number} Element={CardNumberElement} />
        <CardField id="card-expiry" label={texts.card.expiry} Element={CardExpiryElement} width="half" />
        <CardField id="card-cvc" label={texts.card.cvc} Element={CardCvcElement} width="half" />
      </div>
    </fieldset>
  );
}
