import { type ReactNode, useState } from 'react';
import { startBootstrap } from '../../api/bootstrap';
import { useForm } from '../../api/forms';
import { createKey } from '../../api/idempotentCall';
import { useStepRecords } from '../../api/steps';
import type { StepRecords } from '../../contract/steps';
import { useIncomeChecks } from '../../engine/useIncomeChecks';
import { useMessages } from '../../messages/useMessages';
import { answerCard } from '../../model/answers/answerCards';
import type { Checker, FlowSection, ServedForm, Step } from '../../model/types';
import { Skeleton } from '../ui/Skeleton';
import { AnswerSection, type EditAnswer } from './AnswerCards';
import { type CheckStore, createCheckStore } from './createCheckStore';
import { toNamedFile } from './FileLink';
import { LoadFailed } from './LoadingStep';
import { knownChecks, storedAnswers } from './loadedStep';
import { useCheckers } from './useCheckers';

interface StepAnswersProps {
  step: Step;
  trnId: string;
  visit?: string;
  level: 2 | 3;
  /** Returns undefined to keep the section's own title. */
  getTitle(part: FlowSection): string | undefined;
  action?(part: FlowSection | undefined, title: string): ReactNode;
  /** With these links, unanswered questions are shown, too. */
  editAnswer?(part: FlowSection, ...answer: Parameters<EditAnswer>): ReactNode;
  /** True opens all cards; false folds them. If undefined, they start open on screens at least 640 px wide. */
  areAllOpen?: boolean;
}

export function StepAnswers({ visit, ...props }: StepAnswersProps) {
  const { step, trnId, editAnswer } = props;
  const [ownVisit] = useState(() => visit ?? startVisit(step));
  const form = useForm('application', step.id);
  const records = useStepRecords(step, trnId, ownVisit);
  const checkers = useCheckers(editAnswer && form.data);
  const error = form.error ?? records.error;
  if (!form.data?.sections || !records.data || checkers.isLoading) {
    const retry = () => void Promise.all([form.mutate(), records.mutate()]);
    return error ? <LoadFailed step={step.id} error={error} onRetry={retry} /> : <Skeleton lines={12} holdsRest />;
  }
  return <LoadedAnswers {...props} form={form.data} records={records.data} checkers={checkers.data} />;
}

interface LoadedAnswersProps extends Omit<StepAnswersProps, 'visit'> {
  form: ServedForm;
  records: StepRecords;
  /** Without these, unanswered questions aren't shown. */
  checkers?: Record<string, Checker>;
}

function LoadedAnswers(props: LoadedAnswersProps) {
  const { step, trnId, level, getTitle, action, editAnswer, areAllOpen, form, records, checkers } = props;
  const texts = useMessages('steps');
  const checks = useIncomeChecks(useCheckStore(trnId, records));
  const { sections } = form;
  const { sections: parts } = form.step ?? step;
  const answers = storedAnswers(step, sections, records);
  const files = (records.documents ?? []).map((document) => toNamedFile(document, checks));
  return sections.map(({ name, schema, ui }) => {
    const part = parts.find(({ section }) => section === name);
    const title = (part && getTitle(part)) ?? schema.title ?? '';
    const shape = checkers?.[name]?.shape(answers[name] ?? {}, form.context);
    const unanswered = shape && { hidden: shape.hidden, text: texts.answers.none, noFiles: texts.answers.noneAdded };
    const card = answerCard(title, { schema, ui, texts: texts.answers, unanswered }, answers[name]);
    return (
      <AnswerSection
        key={`${name} ${areAllOpen}`}
        card={card}
        files={files}
        level={level}
        action={action?.(part, title)}
        editAnswer={part && editAnswer && ((key, label) => editAnswer(part, key, label))}
        startsOpen={areAllOpen}
      />
    );
  });
}

export function useCheckStore(trnId: string, records: StepRecords): CheckStore | undefined {
  const [checks] = useState(() => {
    const known = knownChecks(records);
    return known && createCheckStore(trnId, known);
  });
  return checks;
}

function startVisit({ id }: Step): string {
  startBootstrap('application', id);
  return createKey();
}
