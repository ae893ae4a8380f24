import type { LintIssue } from '../../schema-tools/lint/lintSchemas';
import type { StoredQuery } from './storedAnswerRepository';

/** A reason why a change can't become active. `accept` is a line for a migration that would allow it. */
export interface Blocker extends LintIssue {
  accept?: { section: string; line: Record<string, string> };
}

/** Placeholder in a fix for the number of applications with such answers, such as '3 applications'. */
export const APPLICATIONS = '{applications}';

/** A blocker only if such answers are stored. */
export interface Conditional extends Blocker {
  ifStored?: StoredQuery;
}

export type Places = (file: string, path: string) => Pick<LintIssue, 'file' | 'path' | 'line'>;
