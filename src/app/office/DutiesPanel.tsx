import { useState } from 'react';
import { finishDuty } from '../../api/office';
import type { OfficeApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { Button } from '../ui/Button';
import { formatDate } from './dates';
import { type Problem, ProblemBanner, readProblem } from './OfficeForm';

interface DutiesPanelProps {
  application: OfficeApplication;
  mayChange: boolean;
  onChanged(): void;
}

export function DutiesPanel({ application: { id, duties }, mayChange, onChanged }: DutiesPanelProps) {
  const messages = useMessages('office').duties;
  const [problem, setProblem] = useState<Problem>();
  async function finish(duty: string) {
    setProblem(undefined);
    await finishDuty(id, duty).then(onChanged, (cause: unknown) => setProblem(readProblem(cause)));
  }
  if (duties.length === 0) return null;
  return (
    <section className="of-panel" aria-labelledby="duties">
      <h2 id="duties">{messages.title}</h2>
      {problem && <ProblemBanner problem={problem} onLook={onChanged} />}
      <ul className="of-timeline">
        {duties.map(({ duty, title, due_at, is_done }) => (
          <li key={duty}>
            <strong>{title}</strong>
            <p className="rp-help">{is_done ? messages.done : fillText(messages.due, { date: formatDate(due_at) })}</p>
            {mayChange && !is_done && (
              <Button aria-label={fillText(messages.markOne, { duty: title })} onClick={() => void finish(duty)}>
                {messages.markDone}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
