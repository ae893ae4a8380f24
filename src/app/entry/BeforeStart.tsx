import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import type { RegistrationPage } from '../../contract/entry';
import type { Messages } from '../../messages/files';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { stepInRole } from '../../model/section/flow';
import { applicationFlow } from '../shell/application';
import { Button } from '../ui/Button';
import { NoticeText } from '../ui/NoticeText';
import { Checklist, needsChecklist } from './Checklist';

type BeforeStartProps = {
  page: Pick<
    RegistrationPage,
    | 'application_fee'
    | 'is_fee_per_adult'
    | 'fee_terms'
    | 'documents'
    | 'asked'
    | 'secondary'
    | 'decision_days'
    | 'subscriber_name'
    | 'notices'
  >;
  /** Id of the form's heading. */
  formId: string;
};

export function BeforeStart({ page, formId }: BeforeStartProps) {
  const messages = useMessages('entry');
  const { before } = messages.registration;
  const hasFee = stepInRole(applicationFlow(), 'payment') !== undefined;
  const { application_fee: fee, documents, asked, subscriber_name: subscriber } = page;
  return (
    // The class removes the page's maximum width on wide screens.
    <Box className="rp-beside" marginBottom={{ base: '6', md: '5' }}>
      {page.notices.map((notice) => (
        <Box as="section" key={notice.title} marginBottom="5">
          <Box as="h2" {...TITLE}>
            {notice.title}
          </Box>
          <NoticeText notice={notice} />
        </Box>
      ))}
      <Grid {...START}>
        <Grid as="dl" {...FACTS}>
          {hasFee && <Fact term={before.fee} value={formatDollars(fee)} help={feeHelp(before, page)} />}
          <Fact term={before.time} value={before.timeValue} help={before.timeHelp} />
        </Grid>
        <Button asChild variant="primary" justifySelf={{ md: 'start' }}>
          <a href={`#${formId}`}>{before.start}</a>
        </Button>
      </Grid>
      <Grid {...COLUMNS}>
        {needsChecklist() && (
          <div>
            <Box as="h2" {...TITLE}>
              {messages.instruction.have.title}
            </Box>
            <Checklist documents={documents} asked={asked} isWide />
          </div>
        )}
        <div>
          <Box as="h2" {...TITLE}>
            {before.next}
          </Box>
          <Box as="ol" {...STEPS}>
            {listNext(before, page.secondary).map((text) => (
              <li key={text}>
                {fillText(text, { subscriber, n: page.decision_days, fee: hasFee && fee > 0 ? 'some' : 'none' })}
              </li>
            ))}
          </Box>
        </div>
      </Grid>
    </Box>
  );
}

function listNext({ steps, secondary, decision }: BeforeMessages, timing: RegistrationPage['secondary']): string[] {
  return [...steps, ...(timing === 'never' ? [] : [secondary[timing]]), decision];
}

/** Explains the fee and the local law about it (docs/spec/002-payment.md). */
function feeHelp(before: BeforeMessages, page: BeforeStartProps['page']): string[] {
  const { terms, is_returned } = page.fee_terms;
  if (page.application_fee === 0) return [before.noFee, ...terms];
  const payer = page.is_fee_per_adult ? 'adult' : 'applicant';
  return [fillText(is_returned ? before.feePays : before.feeHelp, { payer }), ...terms];
}

type BeforeMessages = Messages<'entry'>['registration']['before'];

function Fact({ term, value, help }: { term: string; value: string; help: string | string[] }) {
  return (
    <Box {...FACT}>
      <Box as="dt" color="muted" fontSize="small">
        {term}
      </Box>
      <dd>
        <strong>{value}</strong>
        {[help].flat().map((text) => (
          <Box as="p" key={text} color="muted" fontSize="small">
            {text}
          </Box>
        ))}
      </dd>
    </Box>
  );
}

const FACT = {
  display: { base: 'grid', md: 'block' },
  gridTemplateColumns: '1fr auto',
  alignItems: 'baseline',
  columnGap: '3',
  css: { '& > dd': { display: { base: 'contents', md: 'block' } }, '& p': { gridColumn: '1 / -1' } },
} as const;

const COLUMNS = {
  gridTemplateColumns: { lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
  columnGap: '6',
  rowGap: { base: '4', md: '5' },
  alignItems: 'start',
} as const;

const TITLE = { fontSize: 'title3', marginTop: '0', marginBottom: { base: '2', md: '3' } } as const;

const START = {
  gridTemplateColumns: { lg: '1fr auto' },
  alignItems: 'center',
  gap: { base: '4', lg: '6' },
  marginBottom: { base: '5', md: '4' },
  padding: { base: '4', md: '{spacing.3} {spacing.5}' },
  borderRadius: 'card',
  bg: 'surface',
} as const;

const FACTS = {
  gridTemplateColumns: { md: '3fr 2fr' },
  gap: { base: '3', md: '4' },
  lineHeight: 'snug',
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
