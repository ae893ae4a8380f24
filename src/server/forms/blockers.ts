import type { LintIssue } from '../../schema-tools/lint/lintSchemas';
import type { StoredQuery } from './storedAnswerRepository';

/** A reason why a change can't become active. A migration with the line in `accept` would allow the change. */
export interface Blocker extends LintIssue {
  accept?: { section: string; line: Record<string, string> };
}

/** Replaced with the number of applications, such as '3 applications'. */
export const APPLICATIONS = '{applications}';

export interface Conditional extends Blocker {
  ifStored?: StoredQuery;
}

export type Places = (file: string, path: string) => Pick<LintIssue, 'file' | 'path' | 'line'>;
