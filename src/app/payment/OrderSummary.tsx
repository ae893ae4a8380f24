import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';
import { getFee } from '../../api/payment';
import type { Fees } from '../../contract/payment';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { useApplication } from '../shell/application';
import { Banner } from '../ui/Banner';
import { Skeleton } from '../ui/Skeleton';
import { useMedia } from '../ui/useMedia';
import { HAS_SIDE_COLUMN } from '../ui/WithSideColumn';
import { SideBox } from './SideBox';

interface OrderProps {
  fees?: Fees;
}

/** Shows the order on screens without a side column. */
export function OrderSummary({ fees }: OrderProps) {
  const messages = useMessages('payment').fee;
  if (useMedia(HAS_SIDE_COLUMN)) return null;
  if (!fees) return <Skeleton lines={5} />;
  return (
    <Box as="section" aria-label={messages.order} marginBottom="5">
      <h3>{fillText(messages.heading, { amount: formatDollars(getFee(fees)) })}</h3>
      <OrderFacts />
      <Box marginTop="2">
        <FeeNotes fees={fees} />
      </Box>
    </Box>
  );
}

export function OrderSide({ fees }: OrderProps) {
  const messages = useMessages('payment').fee;
  return (
    <SideBox titleId="order" title={messages.order}>
      {fees ? (
        <>
          <OrderFacts fees={fees} />
          <Box marginTop="3">
            <FeeNotes fees={fees} />
            <NextNote fees={fees} />
          </Box>
        </>
      ) : (
        <Skeleton lines={6} />
      )}
    </SideBox>
  );
}

/** Shows the fee only if it's given. Leaves out the applicant, because the header shows the name. */
function OrderFacts({ fees }: OrderProps) {
  const messages = useMessages('payment').fee;
  const { subscriber_name, home_name } = useApplication();
  return (
    <Box as="dl" {...FACTS} css={fees ? { ...TERMS, ...LARGE } : TERMS}>
      {fees && (
        <OrderFact label={messages.title}>
          <strong>{formatDollars(getFee(fees))}</strong>
        </OrderFact>
      )}
      {home_name && <OrderFact label={messages.home}>{home_name}</OrderFact>}
      <OrderFact label={messages.paidTo}>{subscriber_name}</OrderFact>
    </Box>
  );
}

function OrderFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box display="contents">
      <dt>{label}</dt>
      <dd translate="no">{children}</dd>
    </Box>
  );
}

const FACTS = {
  display: 'grid',
  gridTemplateColumns: 'fit-content(10rem) minmax(0, 1fr)',
  gap: '{spacing.1} {spacing.3}',
  lineHeight: 'snug',
  fontSize: 'small',
} as const;

const TERMS = { '& dt': { color: 'muted' }, '& dd': { overflowWrap: 'break-word' } } as const;

const LARGE = {
  '& > div:first-of-type > *': { gridColumn: '1 / -1' },
  '& > div:first-of-type > dt': { fontSize: 'body' },
  '& strong': { display: 'block', marginBottom: '2', fontSize: 'title1', lineHeight: 'tight' },
} as const;

export function FeeNotes({ fees }: { fees: Fees }) {
  const messages = useMessages('payment').fee;
  return (
    <Box {...NOTES}>
      {fees.is_waived && <p>{messages.waived}</p>}
      {fees.terms.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {!isFree(fees) && !fees.is_returned && <p>{messages.notRefunded}</p>}
      {isFree(fees) && <p>{messages.free}</p>}
    </Box>
  );
}

function NextNote({ fees }: { fees: Fees }) {
  const next = useNext(fees);
  return (
    next && (
      <Box as="p" {...NOTES} marginTop="1">
        {next}
      </Box>
    )
  );
}

/** Says what happens after the payment. Empty without a fee. */
export function useNext(fees: Fees | undefined): string {
  const messages = useMessages('payment').fee;
  return fees && !isFree(fees) ? fillText(messages.next, { secondary: fees.secondary }) : '';
}

const isFree = (fees: Fees): boolean => getFee(fees) === 0;

const NOTES = {
  lineHeight: 'snug',
  color: 'muted',
  fontSize: 'small',
  css: { '& > p + p': { marginTop: '1' } },
} as const;

/** Warns if the fee differs from `before`, the fee that was shown earlier. */
export function FeeChanged({ fees, before }: { fees: Fees; before?: number }) {
  const messages = useMessages('payment').fee;
  if (before === undefined || before === getFee(fees)) return null;
  const texts = { before: formatDollars(before), amount: formatDollars(getFee(fees)) };
  return <Banner kind="warning" title={fillText(messages.changed, texts)} />;
}
