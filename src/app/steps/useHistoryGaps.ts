import { useCallback, useState } from 'react';
import { type HistoryGap, historyGaps } from '../../model/addressHistory';
import type { Answers } from '../../model/types';
import type { LoadedStep } from './loadedStep';

interface HistoryState {
  /** The section that asks for addresses, if this step has one. */
  section?: string;
  gaps: readonly HistoryGap[];
  /** Measures a section's answers anew. */
  measure(section: string, answers: Answers): void;
}

/** What is missing in the address history of a step, while it is typed; the flow says which section is measured. */
export function useHistoryGaps({ step, sections, context: { today } }: LoadedStep): HistoryState {
  const section = step.sections.find(({ aside }) => aside === 'history')?.section;
  const initial = sections.find(({ name }) => name === section)?.initial;
  const [gaps, setGaps] = useState(() => gapsIn(initial ?? {}, today));
  const measure = useCallback(
    (name: string, answers: Answers) => {
      if (name !== section) return;
      const found = gapsIn(answers, today);
      setGaps((old) => (JSON.stringify(old) === JSON.stringify(found) ? old : found));
    },
    [section, today],
  );
  return { section, gaps, measure };
}

function gapsIn({ address }: Answers, today: string): readonly HistoryGap[] {
  return (Array.isArray(address) && historyGaps(address, today)) || [];
}
