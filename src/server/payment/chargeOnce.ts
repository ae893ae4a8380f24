import type { Deps } from '../deps';
import type { Charge } from '../gateways/payments';
import { killPoint } from '../killPoints';
import { createPaymentStore } from '../stores/paymentStore';

/** A payment that stands in the database as pending. `amount` in cents. */
export interface Begun {
  attempt: number;
  intent: string | null;
  amount: number;
}

/**
 * One intent per application can succeed once, whatever runs in parallel or was cut off. An intent that is there from an
 * earlier attempt is asked first: the attempt may have gone through without our learning of it.
 */
export async function chargeOnce(
  deps: Deps,
  trn: string,
  { attempt, intent, amount }: Begun,
  token: string,
): Promise<Charge> {
  const store = createPaymentStore(deps.db);
  if (intent) {
    const before = await deps.payments.find(intent);
    if (before.state === 'succeeded') return before;
    await deps.payments.changeAmount(intent, amount);
  }
  const key = `intent-${trn}-${amount}`;
  const open = intent ?? (await store.keepIntent(trn, await openIntent(deps, { trn, amount, key })));
  killPoint('payment.kept');
  return deps.payments.confirm({ intent: open, token, key: `confirm-${trn}-${attempt}` });
}

async function openIntent(deps: Deps, order: { trn: string; amount: number; key: string }): Promise<string> {
  const intent = await deps.payments.openIntent(order);
  killPoint('payment.opened');
  return intent;
}
