import { useEffect, useState } from 'react';
import { type ApiError, isAnswered, toApiError } from '../../api/apiError';
import { type Draft, isStaleDraft, putOrKeepDraft } from '../../api/drafts';
import { forgetKept } from '../../api/keptDrafts';
import type { Answers } from '../../model/types';
import { sendBeforeLogOut } from '../session/unsent';
import type { DraftMarks } from './draftMarks';
import { createDraftSaver, type DraftSaver } from './draftSaver';
import type { StaleDraft } from './useStaleDrafts';

interface Options {
  /** Sections that have no drafts. */
  unkept: readonly string[];
  /** What is known of the drafts on the server. */
  marks: DraftMarks;
  /** Another text came since the one that this page knew; false when it says the same. */
  onStale(stale: StaleDraft): boolean;
}

/** The page's drafts. What still waits is sent when the page is left or hidden, when the network comes back and before a log-out. */
export function useDraftSaver(trnId: string, options: Options): DraftSaver {
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
