import { expect, it } from 'vitest';
import { formatResult } from '../../../../src/server/applications/income/incomeChecks';

it('formats days as “Nov 1, 2026”', () => {
  const days = { days: [{ from: '2026-11-01', to: '2026-11-14' }] };
  const since = { since: '2026-10-25' };
  const result = formatResult({ rule: 'age', outcome: 'failed', type: 3 }, { expected: since, found: days });
  expect(result.found).toContain('Nov 1, 2026');
  expect(result.found).toContain('Nov 14, 2026');
  expect(result.expected).toContain('Oct 25, 2026');
  expect(result.message).not.toMatch(/\d\d[-/]\d\d[-/]\d{4}/);
});
