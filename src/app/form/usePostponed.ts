import { useSyncExternalStore } from 'react';
import { countPostponed } from '../../model/answers/postponedDocuments';
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
