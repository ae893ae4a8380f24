import { Box } from '@chakra-ui/react/box';
import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type {
  StripeElements,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js';
import { useMemo, useState } from 'react';
import { getFee } from '../../api/payment';
import type { Fees } from '../../contract/payment';
import { useMessages } from '../../messages/useMessages';
import { toCents } from '../../model/format/money';

export interface WalletActions {
  /** Returns false if the applicant can't pay now. Shows missing answers. */
  mayPay(): boolean;
  pay(elements: StripeElements, event: StripeExpressCheckoutElementConfirmEvent): Promise<void>;
}

interface WalletProps {
  fees: Fees;
  actions: WalletActions;
}

/** Creates separate Stripe elements, because the wallet button requires an amount. */
export function Wallet({ fees, actions }: WalletProps) {
  const stripe = useStripe();
  const amount = toCents(getFee(fees));
  const options = useMemo(
    (): StripeElementsOptionsMode => ({
      mode: 'payment',
      amount,
      currency: 'usd',
      allowedPaymentMethodTypes: ['card'],
    }),
    [amount],
  );
  if (fees.confirmation !== 'browser') return null;
  return (
    <Elements stripe={stripe} options={options}>
      <WalletButton actions={actions} />
    </Elements>
  );
}

function WalletButton({ actions }: Pick<WalletProps, 'actions'>) {
  const messages = useMessages('payment').card;
  const elements = useElements();
  const [isOffered, setOffered] = useState(false);
  return (
    <Box marginBottom={isOffered ? '5' : '0'}>
      {isOffered && (
        <Box as="p" marginBottom="2">
          {messages.walletSigns}
        </Box>
      )}
      <ExpressCheckoutElement
        onReady={({ availablePaymentMethods }) => setOffered(availablePaymentMethods !== undefined)}
        onClick={(event) => {
          if (actions.mayPay()) event.resolve();
          else event.reject();
        }}
        onConfirm={(event) => {
          if (elements) void actions.pay(elements, event);
        }}
      />
      {isOffered && (
        <Box as="p" marginTop="3" color="muted" textAlign="center">
          {messages.or}
        </Box>
      )}
    </Box>
  );
}
