import { Box } from '@chakra-ui/react/box';
import { getFee } from '../../api/payment';
import { hasRecords, useStepRecords } from '../../api/steps';
import type { Fees } from '../../contract/payment';
import { useIncomeChecks } from '../../engine/useIncomeChecks';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import type { DocumentChecks } from '../../model/formContext';
import { countReading, countSectionNotes, filesInAnswers } from '../../model/income/checks/notes';
import { fillText } from '../../model/messages/fillText';
import type { Step } from '../../model/types';
import { usePostponedAnswers } from '../form/LaterDocuments';
import { useSteps } from '../shell/application';
import { DoneMark } from '../ui/Accordion';
import { SideBox } from './SideBox';

interface ReviewSideProps {
  trnId: string;
  /** Cache key of the visit. */
  visit: string;
  checks?: DocumentChecks;
  /** Undefined while they load, and without a fee. */
  fees?: Fees;
}

/** Shows what applicants sign, next to the page on wide screens. */
export function ReviewSide({ trnId, visit, checks, fees }: ReviewSideProps) {
  const messages = useMessages('payment').side;
  return (
    <SideBox titleId="ready" title={messages.title}>
      <Box as="ul" {...STEPS}>
        {useSteps()
          .filter(hasRecords)
          .map((step) => (
            <SideStep key={step.id} step={step} trnId={trnId} visit={visit} checks={checks} />
          ))}
      </Box>
      {fees && (
        <Box as="p" {...LINE}>
          {messages.fee} <strong>{formatDollars(getFee(fees))}</strong>
        </Box>
      )}
    </SideBox>
  );
}

type SideStepProps = Pick<ReviewSideProps, 'trnId' | 'visit' | 'checks'> & { step: Step };

function SideStep({ step, trnId, visit, checks }: SideStepProps) {
  const messages = useMessages('payment').side;
  const { data } = useStepRecords(step, trnId, visit);
  const found = useIncomeChecks(checks);
  const sections = step.sections.map(({ section }) => section);
  // `documents` lists the files of all steps.
  const { documents = [], ...answers } = data ?? {};
  const files = filesInAnswers(documents, answers);
  return (
    <li>
      <span>
        {step.title}
        {files.length > 0 && <small>{fillText(messages.files, { n: files.length })}</small>}
      </span>
      <DoneMark
        later={usePostponedAnswers(step, trnId, visit)}
        notes={found && countSectionNotes(found, sections, files)}
        reading={found && countReading(found, documents, sections)}
      />
    </li>
  );
}

const LINE = {
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  flexWrap: 'wrap',
  columnGap: '3',
  paddingBlock: '3',
  lineHeight: 'snug',
  css: { '& > strong': { fontSize: 'title3' } },
} as const;

const STEPS = {
  css: {
    '& > li': { ...LINE, borderBottom: '1px solid {colors.hair}' },
    '&:last-child > li:last-child': { borderBottom: '0' },
    '& small': { display: 'block', color: 'muted', fontSize: 'small' },
    '& .rp-accordion__mark': { flex: '1 0 100%', lineHeight: 'snug' },
    '& .rp-accordion__mark svg': { width: '1rem' },
  },
} as const;
