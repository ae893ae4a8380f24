import { useCallback, useState } from 'react';
import texts from '../../../schemas/texts/steps.json';
import type { Answers, Context } from '../../model/types';
import { differences } from './differences';
import type { DraftMarks } from './draftMarks';
import type { DraftSaver } from './draftSaver';
import type { LoadedStep } from './loadedStep';
import type { LoadedSection } from './panels';
import type { StaleWords } from './StaleDialog';
import type { SectionDesk } from './sectionDesk';
import type { Conflict } from './useConflict';

/** Two texts of a section that do not follow from each other; `stamp` is that of theirs. */
export interface StaleDraft {
  section: string;
  mine: Answers;
  theirs: Answers;
  stamp?: string;
}

const words: StaleWords = { ...texts.stale, ...texts.staleDraft };

/** What was typed here and what was typed elsewhere since: both are shown, and the applicant chooses. `raise` never changes; false when both are the same. */
export function useStaleDrafts({ sections, context }: LoadedStep, marks: DraftMarks) {
  const [waiting, setWaiting] = useState<readonly StaleDraft[]>(() =>
    sections.flatMap(({ name, kept, initial, stamp }) =>
      kept ? [{ section: name, mine: kept, theirs: initial, stamp }] : [],
    ),
  );
  const raise = useCallback(
    (stale: StaleDraft) => {
      const section = sections.find(({ name }) => name === stale.section);
      if (section && differ(section, stale, context).length === 0) return false;
      setWaiting((now) => [...now.filter((one) => one.section !== stale.section), stale]);
      return true;
    },
    [sections, context],
  );

  function conflictAt(desk: SectionDesk, saver: DraftSaver): (Conflict & { words: StaleWords }) | undefined {
    const [stale] = waiting;
    const section = sections.find(({ name }) => name === stale?.section);
    if (!stale || !section) return undefined;
    const close = () => setWaiting((now) => now.filter((one) => one !== stale));
    const take = (answers: Answers) => () => {
      marks.learn(stale.section, stale.stamp);
      desk.replace(section, answers);
      saver.change(section.name, desk.answers(section));
      close();
    };
    return {
      words,
      differences: differ(section, stale, context),
      onKeepMine: take(stale.mine),
      onTakeTheirs: take(stale.theirs),
      onClose: close,
    };
  }

  return { raise, conflictAt };
}

/** What is not asked for stays in a draft and is never saved: beside a save of one's own, whose answer was lost, it is no difference. */
function differ({ name, served, checker }: LoadedSection, { mine, theirs }: StaleDraft, context: Context) {
  const [ours, stored] = [mine, theirs].map((answers) => ({ [name]: checker.check(answers, context).answers }));
  return differences([served], ours ?? {}, stored ?? {});
}
