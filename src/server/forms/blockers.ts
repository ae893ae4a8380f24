import type { LintIssue } from '../../schema-tools/lint/lintSchemas';
import type { StoredQuery } from './storedAnswerRepository';

/** Why a change can't become active. `accept` is the migration line that would allow it. */
export interface Blocker extends LintIssue {
  accept?: { section: string; line: Record<string, string> };
}

/** Counts only if such answers are stored. */
export interface Conditional extends Blocker {
  ifStored?: StoredQuery;
}

/** Finds where a problem is written: in the section or in a definition. */
export type Places = (file: string, path: string) => Pick<LintIssue, 'file' | 'path' | 'line'>;
