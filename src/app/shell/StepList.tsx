import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import texts from '../../../schemas/texts/shell.json';
import type { SectionStatus } from '../../contract/application';
import { fillText } from '../../model/fillText';
import type { Step } from '../../model/types';
import { applicationFlow } from './application';
import type { StepProgress } from './stepActions';

interface StepListProps {
  current: Step;
  status: SectionStatus;
  progress: StepProgress;
  /** A step was chosen; whether it opens is the shell's to decide. */
  onOpen(step: Step): void;
}

/** The four steps with number or check; on a narrow screen one line that opens. */
export function StepList({ current, status, progress, onOpen }: StepListProps) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const { steps } = applicationFlow;
  return (
    <nav className="rp-steps__root" aria-label={texts.steps.label}>
      <button
        type="button"
        className="rp-steps__toggle"
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{fillText(texts.progress.step, { n: steps.indexOf(current) + 1, count: steps.length })}</span>
        <strong>{current.title}</strong>
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
              isCurrent={step === current}
              isDone={isDone(step, status)}
              onOpen={() => {
                setOpen(false);
                onOpen(step);
              }}
            />
            {step === current && <StepAnchors step={step} progress={progress} onFollow={() => setOpen(false)} />}
          </li>
        ))}
      </ol>
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
  return (
    <button type="button" className="rp-steps__trigger" aria-current={isCurrent ? 'step' : undefined} onClick={onOpen}>
      <span className="rp-steps__indicator" data-done={isDone || undefined} aria-hidden="true">
        {isDone ? <Check /> : number}
      </span>
      <span className="rp-steps__title">{step.title}</span>{' '}
      <span className="rp-steps__state">{stateOf(isDone, isCurrent)}</span>
    </button>
  );
}

function stateOf(isDone: boolean, isCurrent: boolean): string {
  if (isDone) return texts.progress.done;
  return isCurrent ? texts.progress.current : texts.progress.notDone;
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

/** The parts of the present step, each a link to its anchor. */
function StepAnchors({ step, progress, onFollow }: StepAnchorsProps) {
  return (
    <ul className="rp-steps__anchors">
      {anchorsOf(step).map(({ anchor, tab }) => (
        <li key={anchor}>
          <Link
            className="rp-steps__link"
            to={`${step.route}#${anchor}`}
            aria-current={progress.current === anchor ? 'location' : undefined}
            onClick={onFollow}
          >
            {tab}
            {progress.done.includes(anchor) && <span className="rp-steps__done">{texts.progress.done}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Sections that share an anchor are one part. */
function anchorsOf(step: Step): { anchor: string; tab: string }[] {
  return [...new Map(step.sections.map(({ anchor, tab }) => [anchor, { anchor, tab }])).values()];
}
