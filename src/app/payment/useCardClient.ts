import type { Stripe } from '@stripe/stripe-js';
import useSWRImmutable from 'swr/immutable';
import type { Fees } from '../../api/payment';
import { loadCardClient } from './loadCardClient';

/** The card provider's client once the fee is known; `mutate` tries again after a failure. */
export function useCardClient(fees: Fees | undefined) {
  const key = fees && ['card client', fees.provider, fees.publishableKey];
  return useSWRImmutable<Stripe, Error>(key, () => loadCardClient(fees as Fees), { shouldRetryOnError: false });
}
