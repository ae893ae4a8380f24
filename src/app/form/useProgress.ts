import { useEffect } from 'react';
import { useStepActions } from '../shell/stepActions';
import type { PanelNotes } from '../ui/Accordion';
import type { Panel } from './panels';
import type { StepFormState } from './useStepForm';

export function useProgress(
  panels: readonly Panel[],
  { place, summary, isDone, isWrong }: StepFormState,
  notes: readonly PanelNotes[],
): void {
  const { setProgress } = useStepActions();
  const anchorsOf = (has: (index: number) => boolean) =>
    panels.filter((_, index) => has(index)).map(({ anchor }) => anchor);
  const progress = {
    done: anchorsOf(isDone),
    wrong: anchorsOf(isWrong),
    notes: Object.fromEntries(panels.map(({ anchor }, index) => [anchor, notes[index] ?? {}])),
    current: panels[place.open]?.anchor,
    hasErrors: summary.length > 0,
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each `progress` is a new object, so its content is compared.
  useEffect(() => setProgress(progress), [setProgress, JSON.stringify(progress)]);
  useEffect(() => () => setProgress({ done: [] }), [setProgress]);
}
