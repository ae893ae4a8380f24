import { describe, expect, it } from 'vitest';
import { historyGaps } from '../../../src/model/answers/addressHistory';

const today = '2026-11-21';
const current = (move_in_date: string) => ({ is_current_address: true, move_in_date });
const earlier = (move_in_date: string, move_out_date: string) => ({ move_in_date, move_out_date });

describe('the two most recent years of an address history', () => {
  it.each([
    ['one address of more than two years', [current('2020-09-01')]],
    ['one of two years to the day', [current('2024-11-21')]],
    [
      'an address that starts the day after the earlier one ends',
      [current('2025-06-01'), earlier('2022-01-01', '2025-05-31')],
    ],
    [
      'an address that starts the day the earlier one ends',
      [current('2025-06-01'), earlier('2022-01-01', '2025-06-01')],
    ],
    ['addresses that overlap, in any order', [earlier('2024-01-01', '2025-12-31'), current('2025-06-01')]],
    [
      'a short stay inside a long one',
      [current('2025-06-01'), earlier('2020-01-01', '2025-06-01'), earlier('2024-12-01', '2024-12-24')],
    ],
    ['addresses whose gap is longer ago', [current('2023-06-01'), earlier('2019-01-01', '2021-01-01')]],
  ])('are covered by %s', (_, rows) => {
    expect(historyGaps(rows, today)).toEqual([]);
  });

  it('returns the days before the only address', () => {
    expect(historyGaps([current('2026-03-01')], today)).toEqual([{ from: '2024-11-21', to: '2026-02-28' }]);
  });

  it('returns the days between two addresses, and those before the first', () => {
    expect(historyGaps([current('2026-01-10'), earlier('2025-02-01', '2025-12-31')], today)).toEqual([
      { from: '2024-11-21', to: '2025-01-31' },
      { from: '2026-01-01', to: '2026-01-09' },
    ]);
  });

  it('returns the days since the last address if none is current', () => {
    expect(historyGaps([earlier('2020-01-01', '2026-11-19')], today)).toEqual([{ from: '2026-11-20', to: today }]);
  });

  it('counts two years from February 29', () => {
    expect(historyGaps([current('2022-03-02')], '2024-02-29')).toEqual([{ from: '2022-03-01', to: '2022-03-01' }]);
  });

  it.each([
    ['no address', []],
    ['no move-in date', [{ is_current_address: true }]],
    ['a half-typed date', [current('03/20')]],
    ['no move-out date of an earlier address', [current('2026-01-01'), { move_in_date: '2020-01-01' }]],
    ['a move-out before the move-in', [current('2026-01-01'), earlier('2025-01-01', '2024-01-01')]],
    ['a move-in in the future', [current('2027-01-01')]],
    ['a day that does not exist', [current('2020-13-45')]],
    ['a row that is no object', [null]],
  ])("can't be calculated with %s", (_, rows) => {
    expect(historyGaps(rows, today)).toBeUndefined();
  });
});
