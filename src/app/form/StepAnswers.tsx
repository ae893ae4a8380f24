import { type ReactNode, useState } from 'react';
import texts from '../../../schemas/texts/steps.json';
import { createKey } from '../../api/act';
import { getFileAddress } from '../../api/documents';
import { useForm } from '../../api/forms';
import { startOpening } from '../../api/opening';
import { useStepRecords } from '../../api/steps';
import { answerCard } from '../../model/answerCards';
import type { FlowSection, Step } from '../../model/types';
import { Skeleton } from '../ui/Skeleton';
import { AnswerSection } from './AnswerCards';
import { LoadFailed } from './LoadingStep';
import { storedAnswers } from './loadedStep';

interface StepAnswersProps {
  step: Step;
  trnId: string;
  /** Under which the page reads what is stored; its own where it is left out. */
  visit?: string;
  /** The level of the cards' headings. */
  level: 2 | 4;
  /** What a section is called; its own title where the flow has none. */
  titleOf(part: FlowSection): string | undefined;
  /** What may be done about a section, at the side of its heading. */
  action?(part: FlowSection | undefined, title: string): ReactNode;
}

/** The saved answers of one step, to read: a card for each section. */
export function StepAnswers({ step, trnId, visit, level, titleOf, action }: StepAnswersProps) {
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
    const card = answerCard(title, { schema, ui, words: texts.answers }, answers[name]);
    return <AnswerSection key={name} card={card} files={files} level={level} action={action?.(part, title)} />;
  });
}

/** A page of its own asks for everything it needs before it is drawn. */
function openVisit({ id }: Step): string {
  startOpening('application', id);
  return createKey();
}
