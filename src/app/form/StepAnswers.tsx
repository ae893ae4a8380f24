import { type ReactNode, useState } from 'react';
import { startBootstrap } from '../../api/bootstrap';
import { getFileAddress } from '../../api/documents';
import { useForm } from '../../api/forms';
import { createKey } from '../../api/idempotentCall';
import { useStepRecords } from '../../api/steps';
import { useMessages } from '../../messages/useMessages';
import { answerCard, type CardLine } from '../../model/answers/answerCards';
import type { FlowSection, Step } from '../../model/types';
import { Skeleton } from '../ui/Skeleton';
import { AnswerSection } from './AnswerCards';
import { LoadFailed } from './LoadingStep';
import { storedAnswers } from './loadedStep';

interface StepAnswersProps {
  step: Step;
  trnId: string;
  visit?: string;
  level: 2 | 4;
  /** Undefined for the section's own title. */
  titleOf(part: FlowSection): string | undefined;
  action?(part: FlowSection | undefined, title: string): ReactNode;
  lineAction?(part: FlowSection | undefined, line: CardLine): ReactNode;
}

export function StepAnswers({ step, trnId, visit, level, titleOf, action, lineAction }: StepAnswersProps) {
  const texts = useMessages('steps');
  const [ownVisit] = useState(() => visit ?? openVisit(step));
  const form = useForm('application', step.id);
  const records = useStepRecords(step, trnId, ownVisit);
  const error = form.error ?? records.error;
  const { sections } = form.data ?? {};
  const { data } = records;
  if (!sections || !data) {
    const retry = () => void Promise.all([form.mutate(), records.mutate()]);
    return error ? <LoadFailed step={step.id} error={error} onRetry={retry} /> : <Skeleton lines={12} holdsRest />;
  }
  const { sections: parts } = form.data?.step ?? step;
  const answers = storedAnswers(step, sections, data);
  const files = (data.documents ?? []).map((document) => ({
    path: document.blob_path,
    name: document.name,
    address: () => getFileAddress(document, 'file'),
  }));
  return sections.map(({ name, schema, ui }) => {
    const part = parts.find(({ section }) => section === name);
    const title = (part && titleOf(part)) ?? schema.title ?? '';
    const card = answerCard(title, { schema, ui, texts: texts.answers }, answers[name]);
    return (
      <AnswerSection
        key={name}
        card={card}
        files={files}
        level={level}
        action={action?.(part, title)}
        lineAction={lineAction && ((line) => lineAction(part, line))}
      />
    );
  });
}

function openVisit({ id }: Step): string {
  startBootstrap('application', id);
  return createKey();
}
