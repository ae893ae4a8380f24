import { Box } from '@chakra-ui/react/box';
import { getFee } from '../../api/payment';
import type { Fees } from '../../contract/payment';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { useApplication } from '../shell/application';
import { Banner } from '../ui/Banner';

/** Says what the fee is for and what happens next. `before` is the amount last agreed to. */
export function OrderSummary({ fees, before }: { fees: Fees; before?: number }) {
  const messages = useMessages('payment').fee;
  const { application_number: number, subscriber_name: subscriber } = useApplication();
  const amount = formatDollars(getFee(fees));
  const isFree = getFee(fees) === 0;
  const isChanged = before !== undefined && before !== getFee(fees);
  const changed = () => fillText(messages.changed, { before: formatDollars(before ?? 0), amount });
  return (
    <Box as="section" aria-label={messages.order} {...ORDER}>
      {isChanged && <Banner kind="warning" title={changed()} />}
      <strong>{fillText(messages.what, { number, subscriber })}</strong>
      {fees.is_waived && <p>{messages.waived}</p>}
      {fees.terms.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {isFree && <p>{messages.free}</p>}
      {!isFree && <p>{[!fees.is_returned && messages.notRefunded, messages.next].filter(Boolean).join(' ')}</p>}
    </Box>
  );
}

const ORDER = {
  marginBottom: { base: '4', md: '5' },
  lineHeight: 'snug',
  css: {
    '& > strong': { fontSize: 'small', fontWeight: 'medium', overflowWrap: 'break-word' },
    '& > p': { marginTop: '1', color: 'muted', fontSize: 'small' },
  },
} as const;
