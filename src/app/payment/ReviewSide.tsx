import { Box } from '@chakra-ui/react/box';
import { getFee } from '../../api/payment';
import { hasRecords, useStepRecords } from '../../api/steps';
import type { Fees } from '../../contract/payment';
import type { StepRecords } from '../../contract/steps';
import { useIncomeChecks } from '../../engine/useIncomeChecks';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { filesInAnswers } from '../../model/income/checks/notes';
import { countSectionNotes } from '../../model/income/checks/sectionNotes';
import { fillText } from '../../model/messages/fillText';
import type { Step } from '../../model/types';
import { usePostponedAnswers } from '../form/LaterDocuments';
import { useCheckStore } from '../form/StepAnswers';
import { useSteps } from '../shell/application';
import { DoneMark } from '../ui/Accordion';
import { SideBox } from './SideBox';

interface ReviewSideProps {
  trnId: string;
  visit: string;
  fees?: Fees;
}

export function ReviewSide({ trnId, visit, fees }: ReviewSideProps) {
  const messages = useMessages('payment').side;
  return (
    <SideBox titleId="ready" title={messages.title}>
      <Box as="ul" {...STEPS}>
        {useSteps()
          .filter(hasRecords)
          .map((step) => (
            <SideStep key={step.id} step={step} trnId={trnId} visit={visit} />
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

type SideStepProps = Pick<ReviewSideProps, 'trnId' | 'visit'> & { step: Step };

function SideStep(props: SideStepProps) {
  const { data } = useStepRecords(props.step, props.trnId, props.visit);
  return data && <StepLine {...props} records={data} />;
}

/** Shown only if the step has files or notes about documents. The list of steps shows which steps are done. */
function StepLine({ step, trnId, visit, records }: SideStepProps & { records: StepRecords }) {
  const messages = useMessages('payment').side;
  const later = usePostponedAnswers(step, trnId, visit);
  const checks = useIncomeChecks(useCheckStore(trnId, records));
  const sections = step.sections.map(({ section }) => section);
  const files = ownFiles(records);
  const notes = { later, ...(checks && countSectionNotes(checks, sections, files)) };
  const hasNotes = Object.values(notes).some(Boolean);
  if (files.length === 0 && !hasNotes) return null;
  return (
    <li>
      <span>
        {step.title}
        {files.length > 0 && <small>{fillText(messages.files, { n: files.length })}</small>}
      </span>
      {hasNotes && <DoneMark {...notes} />}
    </li>
  );
}

/** Returns the files that the step's answers name, because `documents` can list other steps' files. */
const ownFiles = ({ documents = [], ...answers }: StepRecords) => filesInAnswers(documents, answers);

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
