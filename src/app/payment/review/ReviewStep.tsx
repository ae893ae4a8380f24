import { useState } from 'react';
import { useForm } from '../../../api/forms';
import { useStepRecords } from '../../../api/steps';
import type { Step } from '../../../model/types';
import { LoadFailed } from '../../steps/LoadFailed';
import { storedAnswers } from '../../steps/loadedStep';
import { Accordion } from '../../ui/Accordion';
import { Skeleton } from '../../ui/Skeleton';
import { ReviewSection } from './ReviewSection';

interface ReviewStepProps {
  step: Step;
  trnId: string;
  visit: string;
}

/** The saved answers of one step, to read. */
export function ReviewStep({ step, trnId, visit }: ReviewStepProps) {
  const [isOpen, setOpen] = useState(true);
  const form = useForm('application', step.id);
  const records = useStepRecords(step.id, trnId, visit);
  const error = form.error ?? records.error;
  const answers = form.data && records.data && storedAnswers(step, form.data.sections, records.data);
  return (
    <Accordion id={`review-${step.id}`} title={step.title} open={isOpen} onToggle={setOpen}>
      {!answers && !error && <Skeleton lines={3} />}
      {!answers && error && (
        <LoadFailed step={step.id} error={error} onRetry={() => void Promise.all([form.mutate(), records.mutate()])} />
      )}
      {answers &&
        form.data?.sections.map((served) => (
          <ReviewSection key={served.name} step={step} served={served} answers={answers[served.name]} />
        ))}
    </Accordion>
  );
}
