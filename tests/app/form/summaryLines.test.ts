import { describe, expect, it } from 'vitest';
import { summaryLines } from '../../../src/app/form/useSectionForms';
import type { Path, ServedSection } from '../../../src/model/types';
import { servedForm } from '../support/checkers';

const [section] = servedForm(['employers']).sections as [ServedSection];
const linesOf = (paths: Path[]) =>
  summaryLines(
    section,
    paths.map((path) => ({ path, message: 'Required', keyword: 'required' })),
    () => undefined,
  ).map(({ id }) => id.replace('employers_', ''));

describe('the lines of an error summary', () => {
  it("are in the page's order, also within rows, with list messages after their rows", () => {
    const paths: Path[] = [
      ['employer'],
      ['employer', 1, 'employer_name'],
      ['employer', 0, 'pay_frequency'],
      ['employer', 0, 'employer_zipcode'],
      ['employer', 0, 'employer_status'],
      ['employer', 0, 'phone_no'],
      ['employer', 0, 'employer_name'],
      ['response'],
    ];
    expect(linesOf(paths)).toEqual([
      'response',
      'employer_0_employer_name',
      'employer_0_employer_zipcode',
      'employer_0_phone_no',
      'employer_0_employer_status',
      'employer_0_pay_frequency',
      'employer_1_employer_name',
      'employer',
    ]);
  });
});
