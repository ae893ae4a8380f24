import { describe, expect, it } from 'vitest';
import { incomeFigures } from '../../../../src/server/applications/income/incomeFigures';

const typed = { id: 1, avrgross_pay: 1000, pay_frequency: 'Weekly' };
const other = { ...typed, new_avrgross_pay: 5000 };

describe('the totals of an employer', () => {
  it.each([
    ['the pay that was typed', typed, 4333.33, 52_000],
    ['a value that was verified', { ...other, gross_pay_verify: true }, 5000, 60_000],
    ['the typed pay if the other value is no longer verified', other, 4333.33, 52_000],
    ['the typed pay if it was verified', { ...typed, gross_pay_verify: true }, 4333.33, 52_000],
  ])('follow %s', (_, row, total_income, total_annual_income) => {
    const { employment_details } = incomeFigures({ employers: [row], others: [], accounts: [] }, {});
    expect(employment_details).toMatchObject({ employer: [{ total_income, total_annual_income }] });
  });
});
