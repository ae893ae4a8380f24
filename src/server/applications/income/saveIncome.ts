import { messages } from '../../../messages/serverMessages';
import { isRecord, recordsIn, toPointer } from '../../../model/answers/paths';
import type { StepAnswers } from '../../../model/answers/stepBody';
import type { IncomeChecks } from '../../../model/income/checks/documentChecks';
import { isSamePay, withDocumentPay } from '../../../model/income/grossPay';
import { isPayFrequency, monthlyPay } from '../../../model/income/pay';
import { sectionFor } from '../../../model/section/flow';
import type { Step } from '../../../model/types';
import { saveStep } from '../steps/saveStep';
import { runIncomeChecks } from './incomeChecks';
import { type IncomeRows, incomeRows } from './incomeRows';

/**
 * Saves step 3 and repeats the checks. Throws any error from `saveStep`, and `invalid` for unverified pay
 * (docs/spec/002-income.md).
 */
export const saveIncome: typeof saveStep = async (deps, applicant, flow, id, body, options) => {
  const step = deps.forms.findStep(flow, id);
  const { result: checks } = await runIncomeChecks(deps, applicant.trn);
  const saved = await saveStep(deps, applicant, flow, id, body, {
    ...options,
    derive: (answers) => {
      const claimed = withClaimedGross({ answers, step }, body, checks.gross);
      return withDocumentGross({ answers: claimed, step }, checks.gross);
    },
    check: (answers) => unverifiedPay(incomeRows(step, answers)),
  });
  await runIncomeChecks(deps, applicant.trn);
  return saved;
};

function unverifiedPay({ employers }: IncomeRows): { path: string; message: string }[] {
  return employers.flatMap((row, n) =>
    isUnverified(row)
      ? [
          {
            path: toPointer(['employment_details', 'employer', n, 'gross_pay_verify']),
            message: messages('checks').unverified,
          },
        ]
      : [],
  );
}

function isUnverified({
  files,
  avrgross_pay,
  pay_frequency,
  monthly_avr_gross,
  gross_pay_verify,
}: Record<string, unknown>) {
  if (!Array.isArray(files) || files.length === 0 || gross_pay_verify === true) return false;
  if (typeof monthly_avr_gross !== 'number' || typeof avrgross_pay !== 'number') return false;
  return isPayFrequency(pay_frequency) && !isSamePay(monthlyPay(avrgross_pay, pay_frequency), monthly_avr_gross);
}

export type Row = Record<string, unknown>;

/** Adds each employer's gross pay from documents. If the pay changed, its verification is removed. */
export function withDocumentGross(all: StepWithAnswers, gross: IncomeChecks['monthly_avr_gross']): StepAnswers {
  return mapEmployers(all, (row) => withDocumentPay(row, findGross(row, gross)));
}

/** Restores the `monthly_avr_gross` that the client verified, because validation replaces read-only fields. */
function withClaimedGross(all: StepWithAnswers, body: Row, gross: IncomeChecks['monthly_avr_gross']): StepAnswers {
  const { employment_details } = body;
  const sent = isRecord(employment_details) ? recordsIn(employment_details.employer) : [];
  return mapEmployers(all, (row) => {
    const claimed = sent.find(({ id }) => id === row.id)?.monthly_avr_gross ?? findGross(row, gross);
    return { ...row, monthly_avr_gross: claimed };
  });
}

const findGross = ({ id }: Row, gross: IncomeChecks['monthly_avr_gross']) => gross[String(id)] ?? undefined;

interface StepWithAnswers {
  answers: StepAnswers;
  step: Step;
}

function mapEmployers({ answers, step }: StepWithAnswers, change: (row: Row) => Row): StepAnswers {
  const section = sectionFor(step, 'employment_details');
  const own = answers[section];
  if (!own || !Array.isArray(own.employer)) return answers;
  const employer = own.employer.map((row: unknown) => (isRecord(row) ? change(row) : row));
  return { ...answers, [section]: { ...own, employer } };
}
