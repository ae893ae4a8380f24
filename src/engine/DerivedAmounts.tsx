import { monthlyPay, type PayFrequency, yearlyPay } from '../model/pay';
import type { Path } from '../model/types';
import { useAnswer } from './Engine';

/** One amount of `ui:options.derive`: worked out from the answers beside the field, never sent. */
export interface Derivation {
  title: string;
  by: 'monthlyPay' | 'yearlyPay';
  /** The siblings that hold the gross pay and how often it comes. */
  from: [string, string];
  /** The siblings that say whether another value was verified, and which one: dollars a month (spec 002 §4, Gross pay discrepancy). */
  verified?: [string, string];
}

const BY = { monthlyPay, yearlyPay };
const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Amounts below a field, said anew when the answers they come from change (spec 002 §9). */
export function DerivedAmounts({ path, derive }: { path: Path; derive: readonly Derivation[] }) {
  return (
    <dl className="rp-derived">
      {derive.map((derivation) => (
        <DerivedAmount key={derivation.title} beside={path.slice(0, -1)} {...derivation} />
      ))}
    </dl>
  );
}

function DerivedAmount({ beside, title, by, from: [gross, frequency], verified }: Derivation & { beside: Path }) {
  const typed = useAnswer([...beside, gross]);
  const frequent = useAnswer([...beside, frequency]);
  const isVerified = useAnswer([...beside, verified?.[0] ?? gross]) === true;
  const checked = useAnswer([...beside, verified?.[1] ?? gross]);
  const isOther = isVerified && typeof checked === 'number';
  const [pay, often] = isOther ? [checked, 'Monthly'] : [typed, frequent];
  const known = typeof pay === 'number' && typeof often === 'string';
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <output>{known ? DOLLARS.format(BY[by](pay, often as PayFrequency)) : '–'}</output>
      </dd>
    </div>
  );
}
