import { useId, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { SectionStatus } from '../../contract/application';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { isSubmission } from '../../model/section/flow';
import type { Step } from '../../model/types';
import { DoneMark, ErrorMark, Pause } from '../ui/Accordion';
import { isReviewAt, useSteps } from './application';
import { SaveStatusSlot } from './SaveStatusSlot';
import type { StepProgress } from './stepActions';

interface StepListProps {
  current: Step;
  status: SectionStatus;
  progress: StepProgress;
  onOpen(step: Step): void;
}

export function StepList({ current, status, progress, onOpen }: StepListProps) {
  const messages = useMessages('shell');
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const steps = useSteps();
  return (
    <nav className="rp-steps__root" aria-label={messages.steps.label}>
      <button
        type="button"
        className="rp-steps__toggle"
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setOpen(!isOpen)}
      >
        <span>
          {fillText(messages.progress.step, {
            n: steps.findIndex(({ id }) => id === current.id) + 1,
            count: steps.length,
          })}
        </span>
        <span className="rp-unseen">{current.title}</span>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M6 9l6 6 6-6" />
        </svg>
      </button>
      <ol id={list} className="rp-steps__list" data-open={isOpen}>
        {steps.map((step, index) => (
          <li key={step.id} className="rp-steps__item">
            <StepButton
              step={step}
              number={index + 1}
              isCurrent={step.id === current.id}
              isDone={isDone(step, status)}
              onOpen={() => {
                setOpen(false);
                onOpen(step);
              }}
            />
            {step.id === current.id && <StepAnchors step={step} progress={progress} onFollow={() => setOpen(false)} />}
          </li>
        ))}
      </ol>
      <SaveStatusSlot />
    </nav>
  );
}

interface StepButtonProps {
  step: Step;
  number: number;
  isCurrent: boolean;
  isDone: boolean;
  onOpen(): void;
}

function StepButton({ step, number, isCurrent, isDone, onOpen }: StepButtonProps) {
  const { answered, current, notDone } = useMessages('shell').progress;
  const state = isCurrent ? current : notDone;
  return (
    <button type="button" className="rp-steps__trigger" aria-current={isCurrent ? 'step' : undefined} onClick={onOpen}>
      <span className="rp-steps__indicator" data-done={isDone || undefined} aria-hidden="true">
        {isDone ? <Check /> : number}
      </span>
      <span className="rp-steps__title">{step.title}</span>
      <Pause />
      <span className="rp-steps__state">{isDone ? answered : state}</span>
    </button>
  );
}

function Check() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5 12.5l4.5 4.5L19 7.5" />
    </svg>
  );
}

function isDone({ status: name }: Step, status: SectionStatus): boolean {
  return name !== undefined && status[name] === true;
}

interface StepAnchorsProps {
  step: Step;
  progress: StepProgress;
  onFollow(): void;
}

function StepAnchors({ step, progress, onFollow }: StepAnchorsProps) {
  const messages = useMessages('shell').progress;
  const isReview = isReviewAt(step, useLocation().hash);
  return (
    <ul className="rp-steps__anchors">
      {isSubmission(step) && (
        <li>
          <Link
            className="rp-steps__link"
            to={step.route}
            aria-current={isReview ? 'location' : undefined}
            onClick={onFollow}
          >
            {messages.review}
            {progress.isReviewed && <DoneMark />}
          </Link>
        </li>
      )}
      {listAnchors(step).map(({ anchor, tab }) => (
        <li key={anchor}>
          <Link
            className="rp-steps__link"
            to={`${step.route}#${anchor}`}
            aria-current={!isReview && progress.current === anchor ? 'location' : undefined}
            onClick={onFollow}
          >
            {tab}
            <AnchorState anchor={anchor} progress={progress} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function AnchorState({
  anchor,
  progress: { done, notes = {}, wrong = [] },
}: Pick<StepAnchorsProps, 'progress'> & { anchor: string }) {
  if (wrong.includes(anchor)) return <ErrorMark />;
  if (!done.includes(anchor)) return null;
  return <DoneMark {...notes[anchor]} />;
}

function listAnchors(step: Step): { anchor: string; tab: string }[] {
  return [...new Map(step.sections.map(({ anchor, tab }) => [anchor, { anchor, tab }])).values()];
}
