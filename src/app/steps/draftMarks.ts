import { createKey } from '../../api/client';
import type { DraftMark } from '../../api/keptDrafts';

/** What this page knows of the drafts on the server, so that none takes the place of one it has not seen. */
export interface DraftMarks {
  /** The mark of the text typed last; undefined for a section of which nothing is known. */
  next(section: string): DraftMark | undefined;
  learn(section: string, stamp: string | undefined): void;
}

/** The marks of one opened page, which starts knowing `stamps`. */
export function createDraftMarks(stamps: Record<string, string | undefined>, page = createKey()): DraftMarks {
  const known = { ...stamps };
  let last = 0;
  return {
    next(section) {
      const was = known[section];
      // A clock that is set back must not make a later text look older.
      last = Math.max(Date.now(), last + 1);
      return was === undefined ? undefined : { page, at: last, was };
    },
    learn(section, stamp) {
      if (stamp !== undefined) known[section] = stamp;
    },
  };
}
