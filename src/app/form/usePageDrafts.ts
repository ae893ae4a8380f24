import { useCallback, useEffect, useState } from 'react';
import texts from '../../../schemas/texts/steps.json';
import { type ApiError, isAnswered, toApiError } from '../../api/apiError';
import { type Draft, isStaleDraft, putOrKeepDraft } from '../../api/drafts';
import { forgetKept } from '../../api/keptDrafts';
import type { Answers, Context } from '../../model/types';
import { sendBeforeLogOut } from '../session/unsent';
import { differences } from './differences';
import { createDraftMarks, createDraftSaver, type DraftMarks, type DraftSaver } from './draftSaver';
import type { LoadedStep } from './loadedStep';
import type { LoadedSection } from './panels';
import type { StaleWords } from './StaleDialog';
import type { SectionDesk } from './sectionController';
import type { Conflict } from './useConflict';

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

interface Options {
  /** Sections that have no drafts. */
  unkept: readonly string[];
  /** What is known of the drafts on the server. */
  marks: DraftMarks;
  /** Another text came since the one that this page knew; false when it says the same. */
  onStale(stale: StaleDraft): boolean;
}

/** The page's drafts. What still waits is sent when the page is left or hidden, when the network comes back and before a log-out. */
function useDraftSaver(trnId: string, options: Options): DraftSaver {
  const [saver] = useState(() => createSaver(trnId, options));
  // The tab may be closed, and the network lost, without React hearing of it.
  useEffect(() => {
    const leave = () => saver.flush(true);
    const goOn = () => saver.flush();
    const stop = sendBeforeLogOut(saver);
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    window.addEventListener('online', goOn);
    return () => {
      stop();
      saver.flush();
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
      window.removeEventListener('online', goOn);
    };
  }, [saver]);
  return saver;
}

function createSaver(trnId: string, { unkept, marks, onStale }: Options): DraftSaver {
  const saver = createDraftSaver({
    async put(section, answers, isLeaving) {
      const draft = { answers, mark: marks.next(section) };
      try {
        marks.learn(section, await putOrKeepDraft(trnId, section, draft, isLeaving));
      } catch (cause) {
        const error = toApiError(cause);
        if (!isStaleDraft(error)) throw cause;
        const stale = staleDraft(section, draft.answers, error);
        if (onStale(stale)) throw cause;
        // A declined payment keeps the answers that are still on their way as a draft.
        marks.learn(section, stale.stamp);
        await forgetKept(trnId, section);
      }
    },
    isFinal,
  });
  const changed = new Set<string>();
  return {
    ...saver,
    change(section, answers) {
      if (unkept.includes(section)) return;
      changed.add(section);
      saver.change(section, answers);
    },
    drop() {
      saver.drop();
      // A validated save stands above whatever could not be brought to the server before.
      for (const section of changed) void forgetKept(trnId, section);
    },
  };
}

function staleDraft(section: string, mine: Answers, { records }: ApiError): StaleDraft {
  const { answers, stamp } = records as Draft;
  return { section, mine, theirs: answers, stamp };
}

/** Too many requests is no verdict on the answers. */
function isFinal(cause: unknown): boolean {
  const error = toApiError(cause);
  return isAnswered(error) && error.status !== 429;
}

/** Two texts of a section that do not follow from each other; `stamp` is that of theirs. */
interface StaleDraft {
  section: string;
  mine: Answers;
  theirs: Answers;
  stamp?: string;
}

const words: StaleWords = { ...texts.stale, ...texts.staleDraft };

/** What was typed here and what was typed elsewhere since: both are shown, and the applicant chooses. `raise` never changes; false when both are the same. */
function useStaleDrafts({ sections, context }: LoadedStep, marks: DraftMarks) {
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
