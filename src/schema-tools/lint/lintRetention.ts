import { isRecord } from '../../model/answers/paths';
import { shortestNotice } from '../../model/retention';
import type { SchemaIssue } from '../../model/section/catalogError';
import type { LintCheck } from './sources';

const FILE = 'retention.json';

/** `short-notice`: the warning email is sent too close to the application's removal. */
export const lintRetention: LintCheck = ({ files }): SchemaIssue[] => {
  const rule: unknown = files[FILE];
  if (!isRecord(rule)) return [];
  const { warnAfterDays, removeAfterDays } = rule;
  if (typeof warnAfterDays !== 'number' || typeof removeAfterDays !== 'number') return [];
  if (removeAfterDays - warnAfterDays >= shortestNotice) return [];
  const fix = `Warn at least ${shortestNotice} days before the removal. Set 'warnAfterDays' to ${removeAfterDays - shortestNotice} or less.`;
  return [{ code: 'short-notice', file: FILE, path: '/warnAfterDays', fix }];
};
