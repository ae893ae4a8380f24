import { useEffect, useSyncExternalStore } from 'react';
import { countPostponed } from '../../model/answers/postponedDocuments';
import { useStepActions } from '../shell/stepActions';
import type { PanelNotes } from '../ui/Accordion';
import type { Panel } from './panels';
import type { SectionController } from './sectionController';
import type { StepFormState } from './useStepForm';

/** Returns how many documents the applicant sends later, for each panel. Changes with the answers. */
export function usePostponed(panels: readonly Panel[], controller: SectionController): readonly number[] {
  // A text, because a list would be a new object each time.
  const counts = useSyncExternalStore(controller.subscribe, () =>
    panels.map((panel) => countPanel(panel, controller)).join(),
  );
  return counts.split(',').map(Number);
}

function countPanel({ sections }: Panel, controller: SectionController): number {
  return sections.reduce((count, section) => count + countPostponed(section.served, controller.answers(section)), 0);
}

/** Shows the panels' progress in the list of steps, with the same notes as in their titles. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: `progress` is a new object each time; its content counts.
  useEffect(() => setProgress(progress), [setProgress, JSON.stringify(progress)]);
  useEffect(() => () => setProgress({ done: [] }), [setProgress]);
}
