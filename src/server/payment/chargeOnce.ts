import { killPoint } from '../db/killPoints';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { createPaymentStore } from './paymentStore';
import type { Charge } from './payments';

/** A payment that stands in the database as pending. `amount` in cents. */
export interface Begun {
  attempt: number;
  intent: string | null;
  amount: number;
}

/**
 * One intent per application can succeed once, whatever runs in parallel or was cut off. An intent that is there from an
 * earlier attempt is asked first: the attempt may have gone through without our learning of it. The amount of an intent never
 * changes, so what is charged is what its attempt agreed to. Throws `wrongAmount` when an attempt at another fee came between,
 * `inProgress` when one is still on its way.
 */
export async function chargeOnce(deps: Deps, trn: string, begun: Begun, token: string): Promise<Charge> {
  const before = begun.intent ? await deps.payments.find(begun.intent) : undefined;
  if (before?.state === 'succeeded') return before;
  if (before?.state === 'open' && before.amount !== begun.amount) throw refuse('inProgress', { retryAfter: 2 });
  const isOpen = before?.state === 'open';
  const intent = isOpen && begun.intent ? begun.intent : await openIntent(deps, trn, begun);
  killPoint('payment.kept');
  const charge = await deps.payments.confirm({ intent, token, key: `confirm-${trn}-${begun.attempt}` });
  if (charge.state === 'canceled') throw refuse('wrongAmount');
  return charge;
}

/** The intent at the provider, which stands in the payment's row from now on; `canceled` at another fee stood there before. */
async function openIntent(deps: Deps, trn: string, { amount, intent: canceled }: Begun): Promise<string> {
  const key = canceled ? `intent-${trn}-${amount}-${canceled}` : `intent-${trn}-${amount}`;
  const intent = await deps.payments.openIntent({ trn, amount, key });
  killPoint('payment.opened');
  const kept = await createPaymentStore(deps.db).keepIntent(trn, { intent, amount, canceled });
  if (!kept) throw refuse('wrongAmount');
  return kept;
}
