import { Box } from '@chakra-ui/react/box';
import { useForm } from '../../api/forms';
import { hasRecords, useStepRecords } from '../../api/steps';
import { useMessages } from '../../messages/useMessages';
import { countPostponed } from '../../model/answers/postponedDocuments';
import { fillText } from '../../model/messages/fillText';
import type { Step } from '../../model/types';
import { useSteps } from '../shell/application';
import { storedAnswers } from './loadedStep';

interface LaterDocumentsProps {
  trnId: string;
  visit: string;
}

export function LaterDocuments(props: LaterDocumentsProps) {
  return <Remaining steps={useSteps().filter(hasRecords)} before={0} {...props} />;
}

/** Adds up the steps' counts recursively, because a hook loads each step and can't be called in a loop. */
function Remaining({
  steps: [step, ...rest],
  before,
  ...props
}: LaterDocumentsProps & { steps: readonly Step[]; before: number }) {
  return step ? <WithStep step={step} rest={rest} before={before} {...props} /> : <LaterNote count={before} />;
}

interface WithStepProps extends LaterDocumentsProps {
  step: Step;
  rest: readonly Step[];
  before: number;
}

function WithStep({ step, rest, before, ...props }: WithStepProps) {
  const count = usePostponedAnswers(step, props.trnId, props.visit);
  return count === undefined ? null : <Remaining steps={rest} before={before + count} {...props} />;
}

/** Counts a step's documents that the applicant will send later. Undefined until the step is loaded. */
export function usePostponedAnswers(step: Step, trnId: string, visit: string): number | undefined {
  const { data: form } = useForm('application', step.id);
  const { data: records } = useStepRecords(step, trnId, visit);
  if (!form?.sections || !records) return undefined;
  const answers = storedAnswers(form.step ?? step, form.sections, records);
  return form.sections.reduce((count, section) => count + countPostponed(section, answers[section.name]), 0);
}

export function LaterNote({ count }: { count: number }) {
  const text = useMessages('steps').later;
  if (count === 0) return null;
  return (
    <Box as="p" marginBlock="3" color="muted">
      {fillText(text, { n: count })}
    </Box>
  );
}
