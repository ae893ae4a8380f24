import { Box } from '@chakra-ui/react/box';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { useSession } from '../session/sessionStore';
import { useApplication } from '../shell/application';
import { ReceiptButton } from './ReceiptButton';
import { SignedCopy } from './SignedCopy';

export function NothingLeft({ trnId, amount }: { trnId: string; amount: number | null }) {
  const messages = useMessages('success').calm;
  const { subscriber_name: subscriber } = useApplication();
  const { email } = useSession();
  return (
    <Box as="section" aria-labelledby="calm" padding={{ base: '4', md: '6' }} marginBottom="5" {...BOX}>
      <Box as="h2" id="calm" marginTop="0" marginBottom="2">
        {messages.title}
      </Box>
      <p>{fillText(messages.text, { subscriber, email })}</p>
      <Box className="rp-buttons" marginTop="4">
        <SignedCopy trnId={trnId} variant="primary" />
        <ReceiptButton trnId={trnId} amount={amount} variant="plain" />
      </Box>
    </Box>
  );
}

const BOX = { borderRadius: 'card', bg: 'surface', overflowWrap: 'break-word' } as const;
