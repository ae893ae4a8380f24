import { useId, useState } from 'react';
import texts from '../../../schemas/texts/shell.json';
import type { SectionStatus } from '../../contract/application';
import { fillText } from '../../model/fillText';
import type { Step } from '../../model/types';
import { applicationFlow } from './applicationFlow';
import './steps.css';
import { Link } from 'react-router-dom';
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
    <nav className="ap-steps" aria-label={texts.steps.label}>
      <button
        type="button"
        className="ap-steps-toggle"
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
      <ol id={list} data-open={isOpen}>
        {steps.map((step, index) => (
          <li key={step.id} className="ap-step" data-current={step === current || undefined}>
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
    <button type="button" className="ap-step-button" aria-current={isCurrent ? 'step' : undefined} onClick={onOpen}>
      <span className="ap-step-mark" data-done={isDone || undefined} aria-hidden="true">
        {isDone ? <Check /> : number}
      </span>
      <span className="ap-step-title">{step.title}</span>{' '}
      <span className="ap-step-state">{isDone ? texts.progress.done : texts.progress.notDone}</span>
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

/** The parts of the present step, each a link to its anchor. */
function StepAnchors({ step, progress, onFollow }: StepAnchorsProps) {
  return (
    <ul className="ap-anchors">
      {anchorsOf(step).map(({ anchor, tab }) => (
        <li key={anchor}>
          <Link
            to={`${step.route}#${anchor}`}
            aria-current={progress.current === anchor ? 'location' : undefined}
            onClick={onFollow}
          >
            {tab}
            {progress.done.includes(anchor) && <span className="ap-anchor-done">{texts.progress.done}</span>}
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
