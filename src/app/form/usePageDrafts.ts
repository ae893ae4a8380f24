import { useCallback, useEffect, useState } from 'react';
import { useSWRConfig } from 'swr';
import texts from '../../../schemas/texts/steps.json';
import { detailKey, statusPath } from '../../api/application';
import type { Answers, Context } from '../../model/types';
import { sendBeforeLogOut } from '../session/sessionEnd';
import { openAt } from '../shell/application';
import {
  createDraftMarks,
  createPageSaver,
  type DraftMarks,
  type DraftSaver,
  type PageOptions,
  type StaleDraft,
} from './draftSaver';
import type { LoadedStep } from './loadedStep';
import type { LoadedSection } from './panels';
import type { StaleWords } from './StaleDialog';
import type { SectionController } from './sectionController';
import type { Conflict } from './useConflict';
import { differences } from './useConflict';

/** The drafts of an opened step: what brings them to the server, and what to choose where another text came between. Sections in `unkept` have none. */
export function usePageDrafts(loaded: LoadedStep, trnId: string, unkept: readonly string[] = []) {
  const [marks] = useState(() => createDraftMarks(revisionsOf(loaded)));
  const stale = useStaleDrafts(loaded, marks);
  const saver = useDraftSaver(trnId, { marks, unkept, onStale: stale.raise });
  return { marks, saver, conflictAt: (controller: SectionController) => stale.conflictAt(controller, saver) };
}

function revisionsOf({ sections }: LoadedStep): Record<string, string | undefined> {
  return Object.fromEntries(sections.map(({ name, revision }) => [name, revision]));
}

/** The page's drafts. What still waits is sent when the page is left or hidden, when the network comes back and before a log-out. */
function useDraftSaver(trnId: string, options: PageOptions): DraftSaver {
  const [saver] = useState(() => createPageSaver(trnId, options));
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

/** What was typed here and what was typed elsewhere since: both are shown, and the applicant chooses. `raise` never changes; false when both are the same. */
function useStaleDrafts({ sections, context }: LoadedStep, marks: DraftMarks) {
  const [waiting, setWaiting] = useState<readonly StaleDraft[]>(() =>
    sections.flatMap(({ name, kept, initial, revision }) =>
      kept ? [{ section: name, mine: kept, theirs: initial, revision }] : [],
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

  function conflictAt(
    controller: SectionController,
    saver: DraftSaver,
  ): (Conflict & { words: StaleWords }) | undefined {
    const [stale] = waiting;
    const section = sections.find(({ name }) => name === stale?.section);
    if (!stale || !section) return undefined;
    const close = () => setWaiting((now) => now.filter((one) => one !== stale));
    const take = (answers: Answers) => () => {
      marks.learn(stale.section, stale.revision);
      controller.replace(section, answers);
      saver.change(section.name, controller.answers(section));
      close();
    };
    return {
      words: { ...texts.stale, ...texts.staleDraft },
      differences: differ(section, stale, context),
      onKeepMine: take(stale.mine),
      onTakeTheirs: take(stale.theirs),
      onClose: close,
    };
  }

  return { raise, conflictAt };
}

/** What is not asked for stays in a draft and is never saved: next to a save of one's own, whose answer was lost, it is no difference. */
function differ({ name, served, checker }: LoadedSection, { mine, theirs }: StaleDraft, context: Context) {
  const [ours, stored] = [mine, theirs].map((answers) => ({ [name]: checker.check(answers, context).answers }));
  return differences([served], ours ?? {}, stored ?? {});
}

/**
 * After a step was saved: what else was fetched and depends on it is fetched anew, the shell's guards first, in the same call as the page
 * at `next`, which is about to be opened.
 */
export function useForgetStep(trnId: string, step: string): (next: string) => Promise<unknown> {
  const { mutate } = useSWRConfig();
  const isOtherForm = (key: unknown) => Array.isArray(key) && key[0] === 'form' && key[2] !== step;
  return (next) => {
    openAt(next);
    // Without `revalidate: false`: SWR would else take the forgotten form's last call for one that is still under way.
    return Promise.all([mutate(statusPath(trnId)), mutate(detailKey(trnId)), mutate(isOtherForm, undefined)]);
  };
}
