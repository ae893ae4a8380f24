import { Box } from '@chakra-ui/react/box';
import { getFee } from '../../api/payment';
import type { Fees } from '../../contract/payment';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { useApplication } from '../shell/application';
import { Banner } from '../ui/Banner';

/** Shows what is paid, for whom and how much, before the card. `before` is the amount last agreed to. */
export function OrderSummary({ fees, before }: { fees: Fees; before?: number }) {
  const messages = useMessages('payment').fee;
  const { application_number: number, subscriber_name: subscriber, first_name, last_name } = useApplication();
  const amount = formatDollars(getFee(fees));
  const isFree = getFee(fees) === 0;
  const isChanged = before !== undefined && before !== getFee(fees);
  const changed = () => fillText(messages.changed, { before: formatDollars(before ?? 0), amount });
  return (
    <Box as="section" aria-labelledby="order" {...ORDER}>
      <h3 id="order">{messages.order}</h3>
      {isChanged && <Banner kind="warning" title={changed()} />}
      <dl>
        <div>
          <dt>
            {messages.amount}
            <small>{fillText(messages.what, { number, subscriber, name: `${first_name} ${last_name}` })}</small>
          </dt>
          <dd>{amount}</dd>
        </div>
        <div>
          <dt>{messages.total}</dt>
          <dd>{amount}</dd>
        </div>
      </dl>
      {fees.is_waived && <p>{messages.waived}</p>}
      {fees.terms.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {isFree && <p>{messages.free}</p>}
      {!isFree && !fees.is_returned && <p>{messages.notRefunded}</p>}
      {!isFree && <p>{messages.next}</p>}
    </Box>
  );
}

const ORDER = {
  padding: { base: '4', md: '5' },
  marginBottom: { base: '4', md: '5' },
  borderRadius: 'card',
  bg: 'surface',
  css: {
    '& h3': { margin: '0', fontSize: 'title3' },
    '& dl > div': {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'baseline',
      gap: '4',
      paddingBlock: { base: '2', md: '3' },
      borderBottom: '1px solid {colors.hair}',
    },
    '& dl > div:last-of-type': { marginBottom: { base: '2', md: '3' }, fontSize: 'title3', fontWeight: 'bold' },
    '& dt': { minWidth: '0', overflowWrap: 'break-word' },
    '& small': { display: 'block', color: 'muted', fontSize: 'small' },
    '& > p': { color: 'muted', fontSize: 'small' },
    '& > p + p': { marginTop: '1' },
  },
} as const;
