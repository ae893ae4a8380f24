import { Box } from '@chakra-ui/react/box';
import type { ApplicationSummary } from '../../contract/success';
import { useMessages } from '../../messages/useMessages';
import { formatMoment } from '../../model/format/dates';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';

/** Shows payment and reference. The header has the application ID. */
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
  marginTop: { base: '-2', md: '-3' },
  marginBottom: { base: '4', md: '5' },
  color: 'muted',
  fontSize: 'small',
  lineHeight: 'snug',
  css: { '& li': { minWidth: '0', overflowWrap: 'anywhere' } },
} as const;
