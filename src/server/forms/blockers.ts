import type { LintIssue } from '../../schema-tools/lint/lintSchemas';
import type { StoredQuery } from './storedAnswerRepository';

/** The reason why a change can't become active. `accept` is a line for a migration that would allow it. */
export interface Blocker extends LintIssue {
  accept?: { section: string; line: Record<string, string> };
}

/** Placeholder for the number of applications, such as '3 applications'. */
export const APPLICATIONS = '{applications}';

/** With `ifStored`, a blocker only if such answers are stored. */
export interface Conditional extends Blocker {
  ifStored?: StoredQuery;
}

export type Places = (file: string, path: string) => Pick<LintIssue, 'file' | 'path' | 'line'>;
