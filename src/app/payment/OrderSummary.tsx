import { Box } from '@chakra-ui/react/box';
import { getFee } from '../../api/payment';
import type { Fees } from '../../contract/payment';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { useApplication } from '../shell/application';
import { Banner } from '../ui/Banner';

/** Says what the fee is for and what happens next. */
export function OrderSummary({ fees }: { fees: Fees }) {
  const messages = useMessages('payment').fee;
  const { application_number: number, subscriber_name: subscriber } = useApplication();
  return (
    <Box as="section" aria-label={messages.order} {...ORDER}>
      <strong>{fillText(messages.what, { number, subscriber })}</strong>
      <OrderNotes fees={fees} />
    </Box>
  );
}

const ORDER = {
  marginBottom: { base: '3', md: '5' },
  lineHeight: 'snug',
  css: {
    '& > strong': { fontSize: 'small', fontWeight: 'medium', overflowWrap: 'break-word' },
    '& > p': { marginTop: '1', color: 'muted', fontSize: 'small' },
  },
} as const;

/** Says the same beside the page, with amount, home and applicant. */
export function OrderSide({ fees }: { fees: Fees }) {
  const messages = useMessages('payment').fee;
  const {
    application_number: number,
    subscriber_name: subscriber,
    home_name,
    first_name,
    last_name,
  } = useApplication();
  return (
    <Box as="section" aria-labelledby="order" {...SIDE}>
      <h2 id="order">{messages.order}</h2>
      <p>
        {messages.title} <strong>{formatDollars(getFee(fees))}</strong>
      </p>
      <ul>
        {home_name && <li translate="no">{home_name}</li>}
        <li translate="no">
          {first_name} {last_name}
        </li>
        <li>{fillText(messages.what, { number, subscriber })}</li>
      </ul>
      <OrderNotes fees={fees} />
    </Box>
  );
}

const SIDE = {
  lineHeight: 'snug',
  css: {
    '& > h2 + p > strong': { display: 'block', fontSize: 'title1', lineHeight: 'tight' },
    '& ul': { marginBlock: '{spacing.3}', color: 'muted', fontSize: 'small', overflowWrap: 'break-word' },
    '& > ul ~ p': { marginTop: '2', color: 'muted', fontSize: 'small' },
  },
} as const;

/** Waiver, refunds, and what happens next. */
function OrderNotes({ fees }: { fees: Fees }) {
  const messages = useMessages('payment').fee;
  const isFree = getFee(fees) === 0;
  return (
    <>
      {fees.is_waived && <p>{messages.waived}</p>}
      {fees.terms.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {isFree && <p>{messages.free}</p>}
      {!isFree && <p>{[!fees.is_returned && messages.notRefunded, messages.next].filter(Boolean).join(' ')}</p>}
    </>
  );
}

/** Warns if the fee isn't the one last agreed to, `before`. */
export function FeeChanged({ fees, before }: { fees: Fees; before?: number }) {
  const messages = useMessages('payment').fee;
  if (before === undefined || before === getFee(fees)) return null;
  const texts = { before: formatDollars(before), amount: formatDollars(getFee(fees)) };
  return <Banner kind="warning" title={fillText(messages.changed, texts)} />;
}
