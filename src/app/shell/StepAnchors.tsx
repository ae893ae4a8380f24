import { Link } from 'react-router-dom';
import texts from '../../../schemas/texts/shell.json';
import type { Step } from '../../model/types';
import type { StepProgress } from './stepActions';

interface StepAnchorsProps {
  step: Step;
  progress: StepProgress;
  onFollow(): void;
}

/** The parts of the present step, each a link to its anchor. */
export function StepAnchors({ step, progress, onFollow }: StepAnchorsProps) {
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
