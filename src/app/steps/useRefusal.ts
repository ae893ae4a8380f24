import { useLayoutEffect } from 'react';
import type { Panel } from './panels';
import type { SectionDesk } from './sectionDesk';

/**
 * Shows the messages of a refused panel once it is open: the focus cannot go into a closed one. Its forms focus their first
 * message; the error summary takes the focus after them, in an effect of its own.
 */
export function useRefusal(panel: Panel | undefined, refusals: number, desk: SectionDesk): void {
  // The forms show their messages when told to, not by a prop.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal.
  useLayoutEffect(() => {
    if (refusals > 0 && panel) desk.show(panel);
  }, [refusals]);
}
