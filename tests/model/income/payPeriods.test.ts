import { describe, expect, it } from 'vitest';
import { frequencyOfDays, getPeriod, isPeriodOf } from '../../../src/model/income/payPeriods';

describe('the frequency of a period', () => {
  it.each([
    ['2026-11-08', '2026-11-14', 'Weekly'],
    ['2026-11-01', '2026-11-14', 'Bi-Weekly'],
    ['2026-11-01', '2026-11-15', 'Bi-Monthly'],
    ['2026-11-16', '2026-11-30', 'Bi-Monthly'],
    ['2026-02-16', '2026-02-28', 'Bi-Monthly'],
    ['2028-02-16', '2028-02-29', 'Bi-Monthly'],
    ['2026-11-01', '2026-11-30', 'Monthly'],
    ['2026-02-01', '2026-02-28', 'Monthly'],
    ['2026-10-19', '2026-11-18', 'Monthly'],
    ['2026-11-01', '2026-11-28', undefined],
    ['2026-11-01', '2026-11-10', undefined],
  ])('from %s to %s is %s', (from, to, frequency) => expect(frequencyOfDays({ from, to })).toBe(frequency));
});

it('compares a period with its pay frequency', () => {
  expect(isPeriodOf({ from: '2026-11-08', to: '2026-11-14' }, 'Bi-Weekly')).toBe(false);
  expect(isPeriodOf({ from: '2026-02-16', to: '2026-02-28' }, 'Bi-Monthly')).toBe(true);
  expect(isPeriodOf({ from: '2026-11-08', to: '2026-11-14' }, 'One-Time')).toBe(true);
});

it('calculates the start of a period that has only an end', () => {
  expect(getPeriod({ to: '2026-11-30', frequency: 'Monthly' })).toEqual({ from: '2026-10-31', to: '2026-11-30' });
  expect(getPeriod({ to: '2026-11-14', frequency: 'Weekly' })).toEqual({ from: '2026-11-08', to: '2026-11-14' });
  expect(getPeriod({ to: '2026-11-14' })).toBeUndefined();
});
