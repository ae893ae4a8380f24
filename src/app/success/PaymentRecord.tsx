import texts from '../../../schemas/texts/payment.json';
import type { SignedConsent } from '../../api/payment';
import { fillText } from '../../model/fillText';
import { formatDollars } from '../ui/money';
import { formatDay } from './formatDay';

/** Who paid what, when, with which card. */
export function PaymentRecord({ record }: { record: SignedConsent }) {
  const words = texts.consent;
  const { name_on_card, amount, transaction_date, card_number, city, state } = record;
  const lines = [
    [words.holder, name_on_card],
    [words.amount, formatDollars(amount)],
    [words.paidOn, transaction_date && formatDay(transaction_date)],
    [words.card, fillText(words.cardNumber, { last4: card_number })],
    [words.city, city],
    [words.state, state],
  ];
  return (
    <section className="ap-record" aria-labelledby="payment">
      <h2 id="payment">{words.payment}</h2>
      <dl className="ap-summary">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd translate="no">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
