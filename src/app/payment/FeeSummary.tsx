import texts from '../../../schemas/texts/payment.json';
import type { Fees } from '../../api/payment';
import { fillText } from '../../model/fillText';
import { Banner } from '../ui/Banner';
import { feeOf, formatDollars } from '../ui/money';

/** Before the card: what it costs, that it is not paid back, what happens next; `before` is what it cost when it was last agreed to. */
export function FeeSummary({ fees, before }: { fees: Fees; before?: number }) {
  const amount = feeOf(fees);
  const isChanged = before !== undefined && before !== amount;
  const changed = () =>
    fillText(texts.fee.changed, { before: formatDollars(before ?? 0), amount: formatDollars(amount) });
  return (
    <div className="ap-fee">
      {isChanged && <Banner kind="warning" title={changed()} />}
      <dl>
        <div>
          <dt>{texts.fee.amount}</dt>
          <dd>{formatDollars(amount)}</dd>
        </div>
      </dl>
      <p>{texts.fee.notRefunded}</p>
      <p>{texts.fee.next}</p>
    </div>
  );
}
