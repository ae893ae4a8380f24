import { expect, it } from 'vitest';
import { readDisposalRules } from '../../src/model/disposal';

it("raises values to the minimum, and removes nothing if a value isn't a number", () => {
  const file = {
    decided: {
      declined: { removeAfterDays: 1, warnDaysBefore: 0 },
      withdrawn: { removeAfterDays: 'soon', warnDaysBefore: 30 },
      approved: { removeAfterDays: 90, warnDaysBefore: 'soon' },
    },
    reportsAfterDays: 2,
  };
  expect(readDisposalRules(file)).toEqual({
    decided: [
      { status: 'declined', removeAfterDays: 60, warnDaysBefore: 7 },
      { status: 'approved', removeAfterDays: 90, warnDaysBefore: 7 },
    ],
    reportsAfterDays: 60,
  });
  expect(readDisposalRules({})).toEqual({ decided: [], reportsAfterDays: undefined });
});
