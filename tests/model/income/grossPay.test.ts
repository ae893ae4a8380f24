import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentPayChanges, grossPayChanges, grossPayDifference } from '../../../src/model/income/grossPay';
import { fromMonthly, monthlyPay, type PayFrequency } from '../../../src/model/income/pay';

const row = {
  id: 1,
  employer_name: 'Bluebonnet Books',
  avrgross_pay: 2000,
  pay_frequency: 'Bi-Weekly',
  monthly_avr_gross: 4100,
  files: ['a'],
};
const answers = (changes: object) => ({ employer: [{ id: 9 }, { ...row, ...changes }] });

describe('grossPayDifference', () => {
  it('names the employer and both monthly amounts', () => {
    expect(grossPayDifference(answers({}))).toEqual({
      index: 1,
      name: 'Bluebonnet Books',
      typed: 4333.33,
      documents: 4100,
    });
  });

  it.each([
    ['no files', { files: [] }],
    ['the same amount to the cent', { monthly_avr_gross: 4333.33 }],
    ['a difference below the tolerance', { monthly_avr_gross: 4333.23 }],
    ['a verified amount', { gross_pay_verify: true }],
    ['no amount read in the documents', { monthly_avr_gross: undefined }],
    ['no pay entered', { avrgross_pay: undefined }],
  ])('finds no difference with %s', (_, changes) => expect(grossPayDifference(answers(changes))).toBeUndefined());
});

describe('grossPayChanges', () => {
  const difference = { index: 1, typed: 4333.33, documents: 4100 };
  const changed = (choice: Parameters<typeof grossPayChanges>[2]) =>
    Object.fromEntries(grossPayChanges(row, difference, choice).map(({ path, value }) => [path.join('/'), value]));

  it("keeps the applicant's pay and marks it verified", () => {
    expect(changed({ by: 'typed' })).toEqual({
      'employer/1/gross_pay_verify': true,
      'employer/1/new_avrgross_pay': undefined,
      'employer/1/comment': undefined,
    });
  });

  it("converts the documents' value back to the chosen frequency", () => {
    expect(changed({ by: 'documents' })).toMatchObject({
      'employer/1/avrgross_pay': 1892.31,
      'employer/1/gross_pay_verify': true,
    });
  });

  it('stores another amount with its reason', () => {
    expect(changed({ by: 'other', new_avrgross_pay: 4200, comment: 'A raise' })).toEqual({
      'employer/1/gross_pay_verify': true,
      'employer/1/new_avrgross_pay': 4200,
      'employer/1/comment': 'A raise',
    });
  });

  it("returns the pay closest to the documents' monthly amount, for all frequencies", () => {
    const often = fc.constantFrom<PayFrequency>('Weekly', 'Bi-Weekly', 'Monthly', 'Bi-Monthly', 'One-Time', 'Yearly');
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 10_000_000 }), often, (cents, pay_frequency) => {
        const documents = cents / 100;
        const off = (pay: number) => Math.abs(Math.round(monthlyPay(pay, pay_frequency) * 100) - cents);
        const changes = grossPayChanges({ ...row, pay_frequency }, { ...difference, documents }, { by: 'documents' });
        const pay = Number(changes.find(({ path }) => path.at(-1) === 'avrgross_pay')?.value);
        expect(pay).toBe(fromMonthly(documents, pay_frequency));
        expect(off(pay)).toBeLessThanOrEqual(Math.min(off(pay + 0.01), off(pay - 0.01)) + 1);
      }),
    );
  });
});

describe('documentPayChanges', () => {
  const changes = (rows: object[], monthly: Record<string, number | null>) =>
    documentPayChanges({ employer: rows }, monthly).map(({ path, value }) => [path.join('/'), value]);

  it('stores new amounts, and changes nothing without any', () => {
    expect(changes([{ id: 1 }, { id: 2, monthly_avr_gross: 10 }], { '1': 4100, '2': 10 })).toEqual([
      ['employer/0/monthly_avr_gross', 4100],
    ]);
    expect(changes([{ id: 1 }], {})).toEqual([]);
  });

  it('removes amounts that the documents no longer show', () => {
    expect(changes([{ id: 1, monthly_avr_gross: 10 }], { '1': null })).toEqual([
      ['employer/0/monthly_avr_gross', undefined],
    ]);
  });

  it.each([
    ['another value', 20, 20],
    ['none', null, undefined],
  ])('withdraws a verified amount once the documents show %s', (_, documents, written) => {
    const verified = { gross_pay_verify: true, new_avrgross_pay: 15, comment: 'A raise' };
    expect(changes([{ id: 1, monthly_avr_gross: 10, ...verified }], { '1': documents })).toEqual([
      ['employer/0/monthly_avr_gross', written],
      ['employer/0/gross_pay_verify', undefined],
      ['employer/0/new_avrgross_pay', undefined],
      ['employer/0/comment', undefined],
    ]);
  });

  it('removes what was verified before the documents were read', () => {
    expect(changes([{ id: 1, gross_pay_verify: true }], { '1': 20 })).toContainEqual([
      'employer/0/gross_pay_verify',
      undefined,
    ]);
  });
});
