import { expect, it } from 'vitest';
import { readRetention } from '../../src/model/retention';

it.each([
  [46, 60, 60, 14],
  [7, 3650, 3650, 3643],
  [100, 60, 60, 7],
  [59, 60, 60, 7],
  [0, 1, 30, 23],
  [-1, 0.5, 30, 23],
  ['soon', undefined, 30, 23],
  [1e9, Number.POSITIVE_INFINITY, 30, 7],
])(
  'readRetention: warned after %j and removed after %j days means %i days, with a notice of %i',
  (warnAfterDays, removeAfterDays, days, noticeDays) => {
    expect(readRetention({ warnAfterDays, removeAfterDays })).toEqual({ removeAfterDays: days, noticeDays });
  },
);
