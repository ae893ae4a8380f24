import { useCallback, useEffect, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { detailKey, statusPath } from '../../api/application';
import { addSender } from '../../api/pendingDrafts';
import { useMessages } from '../../messages/useMessages';
import type { Answers, Context } from '../../model/types';
import { openAt } from '../shell/application';
import { type BaseRevisions, createBaseRevisions } from './baseRevisions';
import { createPageSaver, type DraftSaver, type PageOptions, type StaleDraft } from './draftSaver';
import type { LoadedStep } from './loadedStep';
import type { LoadedSection } from './panels';
import type { StaleMessages } from './StaleDialog';
import type { SectionController } from './sectionController';
import type { Conflict } from './useConflict';
import { differences } from './useConflict';

export function usePageDrafts(loaded: LoadedStep, trnId: string, sectionsWithoutDrafts: readonly string[] = []) {
  const [revisions] = useState(() => createBaseRevisions(listRevisions(loaded)));
  // Synchronizes with the revisions, because they're kept outside React.
  useEffect(() => revisions.addRevisions(listRevisions(loaded)), [revisions, loaded]);
  const stale = useStaleDrafts(loaded, revisions);
  const saver = useDraftSaver(trnId, { revisions, sectionsWithoutDrafts, onStale: stale.raise });
  return { revisions, saver, conflictAt: (controller: SectionController) => stale.conflictAt(controller, saver) };
}

function listRevisions({ sections }: LoadedStep): Record<string, string | undefined> {
  return Object.fromEntries(sections.map(({ name, revision }) => [name, revision]));
}

/** Sends drafts when the page is left, hidden or closed, on reconnect and before logout. */
function useDraftSaver(trnId: string, options: PageOptions): DraftSaver {
  const [saver] = useState(() => createPageSaver(trnId, options));
  useEffect(() => {
    const leave = () => saver.flush(true);
    const sendNow = () => saver.flush();
    const retire = addSender(saver);
    // A page from the back/forward cache may be out of date.
    const renew = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload();
    window.addEventListener('pageshow', renew);
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    window.addEventListener('online', sendNow);
    return () => {
      saver.flush();
      retire();
      window.removeEventListener('pageshow', renew);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
      window.removeEventListener('online', sendNow);
    };
  }, [saver]);
  return saver;
}

function useStaleDrafts(loaded: LoadedStep, revisions: BaseRevisions) {
  const texts = useMessages('steps');
  const { sections, context } = loaded;
  const latest = useRef(loaded);
  latest.current = loaded;
  const [waiting, setWaiting] = useState<readonly StaleDraft[]>(() =>
    sections.flatMap(({ name, kept, initial, revision }) =>
      kept ? [{ section: name, mine: kept, theirs: initial, revision }] : [],
    ),
  );
  const raise = useCallback((stale: StaleDraft) => {
    const { sections: asked, context: known } = latest.current;
    const section = asked.find(({ name }) => name === stale.section);
    if (section && differ(section, stale, known).length === 0) return false;
    setWaiting((now) => [...now.filter((one) => one.section !== stale.section), stale]);
    return true;
  }, []);

  function conflictAt(
    controller: SectionController,
    saver: DraftSaver,
  ): (Conflict & { messages: StaleMessages }) | undefined {
    const [stale] = waiting;
    const section = sections.find(({ name }) => name === stale?.section);
    if (!stale || !section) return undefined;
    const close = () => setWaiting((now) => now.filter((one) => one !== stale));
    const take = (answers: Answers) => () => {
      revisions.setRevision(stale.section, stale.revision);
      controller.replace(section, answers);
      saver.change(section.name, controller.answers(section));
      close();
    };
    return {
      messages: { ...texts.stale, ...texts.staleDraft },
      differences: differ(section, stale, context),
      onKeepMine: take(stale.mine),
      onUseSaved: take(stale.theirs),
      onClose: close,
    };
  }

  return { raise, conflictAt };
}

/** Compares the drafts without hidden answers, because those aren't saved with the step. */
function differ({ name, served, checker }: LoadedSection, { mine, theirs }: StaleDraft, context: Context) {
  const [ours, stored] = [mine, theirs].map((answers) => ({ [name]: checker.check(answers, context).answers }));
  return differences([served], ours ?? {}, stored ?? {});
}

/** Returns a function that reloads the data that saving a step can change, and starts loading the page at `next`. */
export function useRefetchStep(trnId: string, step: string): (next: string) => Promise<unknown> {
  const { mutate } = useSWRConfig();
  const isOtherForm = (key: unknown) => Array.isArray(key) && key[0] === 'form' && key[2] !== step;
  return (next) => {
    openAt(next);
    // Clears the other forms' data, so that they're loaded again.
    return Promise.all([mutate(statusPath(trnId)), mutate(detailKey(trnId)), mutate(isOtherForm, undefined)]);
  };
}
