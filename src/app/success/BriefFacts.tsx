import { Box } from '@chakra-ui/react/box';
import type { ApplicationSummary } from '../../contract/success';
import { useMessages } from '../../messages/useMessages';
import { formatMoment } from '../../model/format/dates';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { useMedia } from '../ui/useMedia';
import { HAS_SIDE_COLUMN } from '../ui/WithSideColumn';

/** Shows number, payment and reference below the heading. Wide screens have them beside the page. */
export function BriefFacts({ summary: { applicationID, paid } }: { summary: ApplicationSummary }) {
  const messages = useMessages('success').brief;
  if (useMedia(HAS_SIDE_COLUMN)) return null;
  return (
    <Box as="ul" {...FACTS}>
      <li>{fillText(messages.number, { number: applicationID })}</li>
      {paid?.at && (
        <li>{fillText(messages.paid, { amount: formatDollars(paid.amount), date: formatPaidOn(paid.at) })}</li>
      )}
      {paid?.reference && <li translate="no">{fillText(messages.reference, { reference: paid.reference })}</li>}
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
