import { describe, expect, it } from 'vitest';
import { findLaw, type Home, readJurisdictions } from '../../../../src/model/law/jurisdictions';
import { createCatalog } from '../../../../src/model/section/catalog';
import { stepInRole } from '../../../../src/model/section/flow';
import type { OpenApplication } from '../../../../src/server/applications/readApplication';
import { describeIncomeLaw, findIncomeLaw, reasonsUnderLaw } from '../../../../src/server/features/office/incomeLaw';
import type { Forms } from '../../../../src/server/forms/forms';
import { readSchemaFiles } from '../../../support/schemaFiles';

const files = readSchemaFiles();
const all = readJurisdictions(files);
const step = stepInRole(createCatalog(files).flow('application'), 'income');
const forms = {
  getLaw: (home: Home = {}) => findLaw(all, home),
  findStepByRole: () => step && { flow: 'application', step },
} as Partial<Forms> as Forms;

/** Returns the income law for an application with these other incomes. */
function lawOf(home: Home, otherincome: { other_income_type: string; monthly_income: number }[]) {
  const steps = [{ answers: { 'other-income': { otherincome } } }];
  return findIncomeLaw({ forms }, { home }, { steps } as unknown as OpenApplication);
}

const voucher = { other_income_type: 'Housing Assistance', monthly_income: 1500 };
const pension = { other_income_type: 'Pension', monthly_income: 800 };
const grant = { other_income_type: 'Rental Assistance', monthly_income: 250.5 };

describe('the income test under the law of the home', () => {
  it('counts vouchers and rental assistance as the part of the rent that a program pays', () => {
    expect(lawOf({ state: 'CA' }, [voucher, pension, grant]).subsidy).toBe(175_050);
  });

  it("shows the office the tenant's share, and what replaces a credit history", () => {
    expect(describeIncomeLaw(lawOf({ state: 'CA' }, [voucher]))).toEqual([
      "A program pays $1,500.00 of the rent. The income test compares the tenant's own income with their share of the rent.",
      'Let this applicant show other proof instead of a credit history.',
    ]);
    expect(describeIncomeLaw(lawOf({ state: 'CO' }, [voucher])).at(-1)).toBe(
      "Don't use this applicant's credit history.",
    );
  });

  it('shows nothing without a subsidy, or if the place protects none', () => {
    expect(describeIncomeLaw(lawOf({ state: 'CA' }, [pension]))).toEqual([]);
    expect(describeIncomeLaw(lawOf({ state: 'TX' }, [voucher]))).toEqual([]);
  });

  it("removes the reason 'credit' only in Colorado with a subsidy", () => {
    const reasons = ['income', 'credit'] as const;
    expect(reasonsUnderLaw(reasons, lawOf({ state: 'CO' }, [voucher]))).toEqual(['income']);
    expect(reasonsUnderLaw(reasons, lawOf({ state: 'CO' }, [pension]))).toEqual(reasons);
    expect(reasonsUnderLaw(reasons, lawOf({ state: 'CA' }, [voucher]))).toEqual(reasons);
  });
});
