import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import type { RegistrationPage } from '../../contract/entry';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { Checklist } from './Checklist';

type BeforeStartProps = { page: Pick<RegistrationPage, 'application_fee' | 'documents' | 'subscriber_name'> };

/** What it costs, how long it takes, what is needed and what happens next, before the first question. */
export function BeforeStart({ page }: BeforeStartProps) {
  const messages = useMessages('entry');
  const { before } = messages.registration;
  const { application_fee: fee, documents, subscriber_name: subscriber } = page;
  return (
    <Box marginBottom={{ base: '5', md: '6' }}>
      <Grid as="dl" {...FACTS}>
        <Fact term={before.fee} value={formatDollars(fee)} help={before.feeHelp} />
        <Fact term={before.time} value={before.timeValue} help={before.timeHelp} />
      </Grid>
      <Box as="h2" {...TITLE}>
        {messages.instruction.have.title}
      </Box>
      <Checklist documents={documents} />
      <Box as="h2" {...TITLE}>
        {before.next}
      </Box>
      <Box as="ol" {...STEPS}>
        {before.steps.map((text) => (
          <li key={text}>{fillText(text, { subscriber })}</li>
        ))}
      </Box>
    </Box>
  );
}

function Fact({ term, value, help }: { term: string; value: string; help: string }) {
  return (
    <div>
      <Box as="dt" color="muted" fontSize="small">
        {term}
      </Box>
      <dd>
        <strong>{value}</strong>
        <Box as="p" color="muted" fontSize="small">
          {help}
        </Box>
      </dd>
    </div>
  );
}

const TITLE = { fontSize: 'title3', marginBottom: { base: '2', md: '3' } } as const;

const FACTS = {
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: '4',
  marginBottom: { base: '5', md: '6' },
  padding: { base: '4', md: '{spacing.4} {spacing.5}' },
  lineHeight: 'snug',
  borderRadius: 'card',
  bg: 'surface',
  css: { '& strong': { fontSize: 'title3' } },
} as const;

const STEPS = {
  css: {
    listStyle: 'decimal',
    paddingInlineStart: '5',
    '& > li': { paddingBlock: '1', lineHeight: 'snug' },
    '& > li::marker': { color: 'accentText', fontWeight: 'bold' },
  },
} as const;
