import { useEffect, useSyncExternalStore } from 'react';
import { countPostponed } from '../../model/answers/postponedDocuments';
import { useStepActions } from '../shell/stepActions';
import type { Panel } from './panels';
import type { SectionController } from './sectionController';

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

interface Progress {
  open: number;
  hasErrors: boolean;
  isDone(index: number): boolean;
  isWrong(index: number): boolean;
  postponed: readonly number[];
}

/** Shows the panels' progress in the list of steps. */
export function useProgress(panels: readonly Panel[], { open, hasErrors, isDone, isWrong, postponed }: Progress): void {
  const { setProgress } = useStepActions();
  const anchorsOf = (has: (index: number) => boolean) =>
    panels.filter((_, index) => has(index)).map(({ anchor }) => anchor);
  const progress = {
    done: anchorsOf(isDone),
    wrong: anchorsOf(isWrong),
    later: Object.fromEntries(panels.map(({ anchor }, index) => [anchor, postponed[index] ?? 0])),
    current: panels[open]?.anchor,
    hasErrors,
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `progress` is a new object each time; its content counts.
  useEffect(() => setProgress(progress), [setProgress, JSON.stringify(progress)]);
  useEffect(() => () => setProgress({ done: [] }), [setProgress]);
}
