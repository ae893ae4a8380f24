import { Box } from '@chakra-ui/react/box';
import type { ApplicationSummary } from '../../contract/success';
import { useMessages } from '../../messages/useMessages';
import { formatMoment } from '../../model/format/dates';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';

export function BriefFacts({ paid }: { paid: NonNullable<ApplicationSummary['paid']> }) {
  const messages = useMessages('success').brief;
  const { amount, at, reference } = paid;
  return (
    <Box as="ul" {...FACTS}>
      {at && <li>{fillText(messages.paid, { amount: formatDollars(amount), date: formatPaidOn(at) })}</li>}
      {reference && <li translate="no">{fillText(messages.reference, { reference })}</li>}
    </Box>
  );
}

const formatPaidOn = (at: string) => formatMoment(at, { dateStyle: 'medium' }, document.documentElement.lang);

const FACTS = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '3',
  marginBlock: '2',
  color: 'muted',
  fontSize: 'small',
  lineHeight: 'snug',
  css: { '& li': { minWidth: '0', overflowWrap: 'anywhere' } },
} as const;
