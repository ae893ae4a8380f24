import type { Stripe } from '@stripe/stripe-js';
import { useFees } from '../../api/payment';
import type { CardState } from './CardArea';
import { useCardClient } from './useCardClient';

/** The fee as it was shown, which changes only when it is asked for again; and the provider's client with which it is paid. */
export function useCard(trnId: string): CardState & { client: Stripe | null } {
  const fees = useFees(trnId);
  const client = useCardClient(fees.data);
  return {
    fees: fees.data,
    hasFeesFailed: Boolean(fees.error),
    client: client.data ?? null,
    isReady: Boolean(client.data),
    hasCardFailed: Boolean(client.error) && !client.isValidating,
    retry() {
      void fees.mutate();
      if (client.error) void client.mutate();
    },
  };
}
