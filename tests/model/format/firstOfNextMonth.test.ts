import { expect, it } from 'vitest';
import { firstOfNextMonth } from '../../../src/model/format/dates';

it.each([
  ['2026-11-21', '2026-12-01'],
  ['2026-12-31', '2027-01-01'],
  ['2027-01-01', '2027-02-01'],
  ['2028-01-31', '2028-02-01'],
])('the first of the month after %s is %s', (today, first) => expect(firstOfNextMonth(today)).toBe(first));
