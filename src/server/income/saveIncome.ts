import texts from '../../../schemas/texts/checks.json';
import type { StepAnswers } from '../../model/body';
import { isSamePay } from '../../model/grossPay';
import { isRecord, toPointer } from '../../model/paths';
import { isPayFrequency, monthlyPay } from '../../model/pay';
import { saveStep } from '../steps/saveStep';
import { judgeAgain } from './incomeChecks';
import { withDocumentGross } from './withDocumentGross';

/**
 * Saves step 3, each employer with the gross of its documents, and judges the checks anew. Throws as `saveStep` does, and `invalid`
 * while a gross that differs from the documents' is not verified (spec 002 §4).
 */
export const saveIncome: typeof saveStep = async (deps, applicant, flow, id, body, options) => {
  const { verdict } = await judgeAgain(deps, applicant.trn);
  const saved = await saveStep(deps, applicant, flow, id, body, {
    ...options,
    derive: (answers) => withDocumentGross(answers, verdict.gross),
    check: unverifiedPay,
  });
  await judgeAgain(deps, applicant.trn);
  return saved;
};

function unverifiedPay({ employers }: StepAnswers): { path: string; message: string }[] {
  const rows: unknown = employers?.employer;
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row, n) =>
    isRecord(row) && isUnverified(row)
      ? [{ path: toPointer(['employment_details', 'employer', n, 'gross_pay_verify']), message: texts.unverified }]
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
