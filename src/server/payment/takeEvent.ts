import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { createPaymentStore } from './paymentStore';
import { submit } from './submit';

/** Lets a provider's event take effect, once: it completes a payment whose answer never reached us. Throws `badEvent` for a wrong signature. */
export async function takeEvent(deps: Deps, raw: Buffer, signature: string): Promise<void> {
  const event = readEvent(deps, raw, signature);
  const store = createPaymentStore(deps.db);
  const payment = event && (await store.findByIntent(event.intent));
  if (!event || !payment) return;
  const charge = await deps.payments.find(event.intent);
  if (charge.state === 'succeeded') await submit(deps, { trn: payment.trn, ...charge, event: event.id });
}

function readEvent(deps: Deps, raw: Buffer, signature: string) {
  try {
    return deps.payments.readEvent(raw, signature);
  } catch {
    throw refuse('badEvent');
  }
}
