import { useState } from 'react';
import { createDraftMarks } from './draftMarks';
import type { LoadedStep } from './loadedStep';
import type { SectionDesk } from './sectionDesk';
import { useDraftSaver } from './useDraftSaver';
import { useStaleDrafts } from './useStaleDrafts';

/** The drafts of an opened step: what brings them to the server, and what to choose where another text came between. Sections in `unkept` have none. */
export function usePageDrafts(loaded: LoadedStep, trnId: string, unkept: readonly string[] = []) {
  const [marks] = useState(() => createDraftMarks(stampsOf(loaded)));
  const stale = useStaleDrafts(loaded, marks);
  const saver = useDraftSaver(trnId, { marks, unkept, onStale: stale.raise });
  return { marks, saver, conflictAt: (desk: SectionDesk) => stale.conflictAt(desk, saver) };
}

function stampsOf({ sections }: LoadedStep): Record<string, string | undefined> {
  return Object.fromEntries(sections.map(({ name, stamp }) => [name, stamp]));
}
