import texts from '../../../schemas/texts/payment.json';
import type { Fees } from '../../api/payment';
import { feeOf, formatDollars } from './money';

/** Before the card: what it costs, that it is not paid back, what happens next. */
export function FeeSummary({ fees }: { fees: Fees }) {
  return (
    <div className="ap-fee">
      <dl>
        <div>
          <dt>{texts.fee.amount}</dt>
          <dd>{formatDollars(feeOf(fees))}</dd>
        </div>
      </dl>
      <p>{texts.fee.notRefunded}</p>
      <p>{texts.fee.next}</p>
    </div>
  );
}
