import type { LintIssue } from '../../schema-tools/lint/lintSchemas';
import type { StoredQuery } from './storedAnswerRepository';

/** The reason why a change can't become active. Adding the line in `accept` to a migration would allow the change. */
export interface Blocker extends LintIssue {
  accept?: { section: string; line: Record<string, string> };
}

/** Placeholder for the number of applications, such as '3 applications'. */
export const APPLICATIONS = '{applications}';

/** With `ifStored`, the change is blocked only if matching answers are stored. */
export interface Conditional extends Blocker {
  ifStored?: StoredQuery;
}

export type Places = (file: string, path: string) => Pick<LintIssue, 'file' | 'path' | 'line'>;
