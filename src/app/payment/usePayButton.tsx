import { Box } from '@chakra-ui/react/box';
import { useLayoutEffect } from 'react';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { useStepActions } from '../shell/stepActions';

interface PayButton {
  amount: string | undefined;
  hasFee: boolean;
  isPaying: boolean;
  isFree: boolean;
  isSigned: boolean;
  /** What happens after the payment. Empty if the page shows it elsewhere. */
  next: string;
  /** Title of the next screen, if the button opens it instead of submitting. */
  destination: string | undefined;
}

export function usePayButton({ amount, hasFee, isPaying, isFree, isSigned, next, destination }: PayButton): void {
  const messages = useMessages('payment').submit;
  const { setNextButton } = useStepActions();
  // Synchronizes with the shell's button before it's painted.
  useLayoutEffect(() => {
    if (destination) return setNextButton({ isForward: true, destination });
    if (!amount) return setNextButton({});
    const paying = {
      note: hasFee && <p>{messages.stay}</p>,
      atWork: hasFee && !isFree ? fillText(messages.paying, { amount }) : messages.sending,
    };
    const ready = {
      note: (isSigned || next) && (
        <>
          {next && (
            <Box as="p" fontSize="small">
              {next}
            </Box>
          )}
          {isSigned && (
            <Box as="p" marginTop="2" color="ink">
              {messages.signs}
            </Box>
          )}
        </>
      ),
      label: isFree ? messages.free : fillText(messages.pay, { amount }),
    };
    setNextButton(isPaying ? paying : ready);
  }, [setNextButton, amount, hasFee, isPaying, isFree, isSigned, next, destination, messages]);
}
