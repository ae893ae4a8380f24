import { useLayoutEffect } from 'react';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { useStepActions } from '../shell/stepActions';

interface PayButton {
  amount: string | undefined;
  hasFee: boolean;
  isPaying: boolean;
  isFree: boolean;
  /** True if the button pays or submits instead of opening the next screen. */
  isEnd: boolean;
}

export function usePayButton({ amount, hasFee, isPaying, isFree, isEnd }: PayButton): void {
  const messages = useMessages('payment').submit;
  const { setNextButton } = useStepActions();
  // Synchronizes with the shell's button before it's painted.
  useLayoutEffect(() => {
    if (!isEnd) return setNextButton({ isForward: true });
    if (!amount) return setNextButton({});
    const paying = {
      note: hasFee && <p>{messages.stay}</p>,
      atWork: hasFee ? fillText(messages.paying, { amount }) : messages.sending,
    };
    setNextButton(isPaying ? paying : { label: isFree ? messages.free : fillText(messages.pay, { amount }) });
  }, [setNextButton, amount, hasFee, isPaying, isFree, isEnd, messages]);
}
