import { Box } from '@chakra-ui/react/box';
import { getFee } from '../../api/payment';
import { hasRecords, useStepRecords } from '../../api/steps';
import type { Fees } from '../../contract/payment';
import type { StepRecords } from '../../contract/steps';
import { useIncomeChecks } from '../../engine/useIncomeChecks';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import type { DocumentChecks } from '../../model/formContext';
import { countReading, countSectionNotes } from '../../model/income/checks/notes';
import { fillText } from '../../model/messages/fillText';
import type { Step } from '../../model/types';
import { usePostponedAnswers } from '../form/LaterDocuments';
import { useSteps } from '../shell/application';
import { DoneMark } from '../ui/Accordion';
import { OrderSide } from './OrderSummary';

interface ReviewSideProps {
  trnId: string;
  /** Cache key of the visit. */
  visit: string;
  checks?: DocumentChecks;
  /** Undefined while they load, and without a fee. */
  fees?: Fees;
  /** True on the screen with the card. */
  isPaying: boolean;
}

/** Shows what applicants sign and pay for, next to the page on wide screens. */
export function ReviewSide({ trnId, visit, checks, fees, isPaying }: ReviewSideProps) {
  const messages = useMessages('payment').side;
  return (
    <Box as="aside" aria-labelledby="ready" {...SIDE}>
      {fees && isPaying && <OrderSide fees={fees} />}
      <h2 id="ready">{messages.title}</h2>
      <ul>
        {useSteps()
          .filter(hasRecords)
          .map((step) => (
            <SideStep key={step.id} step={step} trnId={trnId} visit={visit} checks={checks} />
          ))}
      </ul>
      {fees && !isPaying && (
        <p>
          {messages.fee} <strong>{formatDollars(getFee(fees))}</strong>
        </p>
      )}
    </Box>
  );
}

type SideStepProps = Pick<ReviewSideProps, 'trnId' | 'visit' | 'checks'> & { step: Step };

function SideStep({ step, trnId, visit, checks }: SideStepProps) {
  const messages = useMessages('payment').side;
  const { data } = useStepRecords(step, trnId, visit);
  const found = useIncomeChecks(checks);
  const sections = step.sections.map(({ section }) => section);
  const files = data ? countFiles(data) : 0;
  return (
    <li>
      <span>
        {step.title}
        {files > 0 && <small>{fillText(messages.files, { n: files })}</small>}
      </span>
      <DoneMark
        later={usePostponedAnswers(step, trnId, visit)}
        notes={found && countSectionNotes(found, sections)}
        reading={found && countReading(found, data?.documents ?? [], sections)}
      />
    </li>
  );
}

/** `documents` lists all steps' documents; the step's answers show which are its own. */
function countFiles({ documents = [], ...answers }: StepRecords): number {
  const text = JSON.stringify(answers);
  return documents.filter(({ blob_path }) => text.includes(blob_path)).length;
}

const SIDE = {
  className: 'rp-beside',
  position: 'sticky',
  top: '6',
  alignSelf: 'start',
  padding: '5',
  border: '1px solid {colors.hair}',
  borderRadius: 'card',
  css: {
    '& h2': { margin: '0 0 {spacing.2}', fontSize: 'title3' },
    '& > section + h2': { marginTop: '5', paddingTop: '4', borderTop: '1px solid {colors.hair}' },
    '& > ul > li, & > p': {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'baseline',
      flexWrap: 'wrap',
      columnGap: '3',
      paddingBlock: '3',
      borderBottom: '1px solid {colors.hair}',
      lineHeight: 'snug',
    },
    '& > p, & > ul:last-child > li:last-child': { borderBottom: '0', paddingBottom: '0' },
    '& > p > strong': { fontSize: 'title3' },
    '& small': { display: 'block', color: 'muted', fontSize: 'small' },
    '& .rp-accordion__mark': { flex: '1 0 100%', lineHeight: 'snug' },
    '& .rp-accordion__mark svg': { width: '1rem' },
  },
} as const;
