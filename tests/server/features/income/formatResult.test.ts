import { describe, expect, it } from 'vitest';
import { formatResult } from '../../../../src/server/applications/income/formatResult';

it('formats days as “Nov 1, 2026”', () => {
  const days = { days: [{ from: '2026-11-01', to: '2026-11-14' }] };
  const since = { since: '2026-10-25' };
  const result = formatResult({ rule: 'age', outcome: 'failed', type: 3 }, { expected: since, found: days });
  expect(result.found).toContain('Nov 1, 2026');
  expect(result.found).toContain('Nov 14, 2026');
  expect(result.expected).toContain('Oct 25, 2026');
  expect(result.message).not.toMatch(/\d\d[-/]\d\d[-/]\d{4}/);
});

describe('what was read in a scan', () => {
  const statement = {
    all: [
      { classes: ['bank_statement' as const] },
      { text: 'Robin Hale' },
      { bank: 'Lone Star Bank' },
      { days: [{ from: '2026-10-01', to: '2026-10-31' }] },
    ],
  };
  const scan = { rule: 'picture', outcome: 'inconclusive' as const, type: 6 };

  it('is a list with labels, below a question', () => {
    const result = formatResult(scan, { expected: null, found: statement });
    expect(result).toMatchObject({
      message: 'Is this what your document says?',
      help: 'If you have the original PDF, replace this file. If not, a reviewer looks at this one.',
    });
    expect(result.facts).toEqual([
      { label: 'Document', text: 'Bank statement' },
      { label: 'Name', text: 'Robin Hale' },
      { label: 'Bank', text: 'Lone Star Bank' },
      { label: 'Dates', text: 'Oct 1, 2026 to Oct 31, 2026' },
    ]);
  });

  it('has one line for each label, without repeats', () => {
    const stubs = { all: [{ text: 'Robin Hale' }, { text: 'Robin Hale' }, { dollars: 1900 }, { dollars: 2000 }] };
    expect(formatResult({ ...scan, type: 3 }, { expected: null, found: stubs }).facts).toEqual([
      { label: 'Name', text: 'Robin Hale' },
      { label: 'Gross pay', text: '$1,900.00, $2,000.00' },
    ]);
  });

  it('has no bank for the office, which has to reveal bank details', () => {
    const result = formatResult(scan, { expected: null, found: statement }, { reader: 'office' });
    expect(JSON.stringify(result)).not.toContain('Lone Star');
    expect(result.found).toBe('bank statement\u00a0· Robin Hale\u00a0· Oct 1, 2026 to Oct 31, 2026');
    expect(result).not.toHaveProperty('help');
  });
});
