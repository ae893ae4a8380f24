import { createKey } from '../../api/idempotentCall';
import type { DraftBase } from '../../contract/drafts';

/** Tracks base revisions, so that no draft overwrites a newer draft that this page hasn't loaded. */
export interface BaseRevisions {
  createBase(section: string): DraftBase | undefined;
  setRevision(section: string, revision: string | undefined): void;
  /** Adds missing revisions. Known revisions stay. */
  addRevisions(revisions: Record<string, string | undefined>): void;
}

export function createBaseRevisions(revisions: Record<string, string | undefined>, page = createKey()): BaseRevisions {
  const known = { ...revisions };
  let last = 0;
  return {
    createBase(section) {
      const was = known[section];
      // The computer's clock may have been set back.
      last = Math.max(Date.now(), last + 1);
      return was === undefined ? undefined : { page, at: last, was };
    },
    setRevision(section, revision) {
      if (revision !== undefined) known[section] = revision;
    },
    addRevisions(found) {
      for (const [section, revision] of Object.entries(found)) known[section] ??= revision;
    },
  };
}
