import texts from '../../../schemas/texts/checks.json';
import type { StepAnswers } from '../../model/body';
import type { IncomeChecks, ValidationMessages } from '../../model/checks/findings';
import { isSamePay } from '../../model/grossPay';
import { isRecord, recordsIn, toPointer } from '../../model/paths';
import { isPayFrequency, monthlyPay, yearlyPay } from '../../model/pay';
import { saveStep } from '../steps/saveStep';
import { judgeAgain } from './incomeChecks';

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

type Row = Record<string, unknown>;

/**
 * What follows from the income's answers: how many sources and files there are, each employer's pay in dollars a month and a year,
 * and whether a check of its documents is open (spec 002 §3). It stands next to the answers, since it is never sent back with them.
 */
export function incomeFigures(answers: StepAnswers, messages: ValidationMessages): Row {
  const employers = recordsIn(answers.employers?.employer);
  const incomes = recordsIn(answers['other-income']?.otherincome);
  const open = messages['3'] ?? {};
  return {
    employment_details: {
      employerCount: employers.length,
      employer: employers.map((row) => ({
        ...counted(row),
        ...totals(row),
        validation_message_status: (open[`source_${row.id}`]?.applicant ?? []).some(
          ({ isDeleted, outcome }) => !isDeleted && outcome === 'failed',
        ),
      })),
    },
    other_income_details: { employerCount: incomes.length, otherincome: incomes.map(counted) },
    banking_details: { banking: recordsIn(answers.banking?.banking).map(counted) },
  };
}

function counted({ id, files }: Row): Row {
  return { id, fileCount: Array.isArray(files) ? files.length : 0 };
}

/** Of the value that was verified against the documents, where that is another one than the applicant's. */
function totals({ avrgross_pay: gross, pay_frequency: often, gross_pay_verify, new_avrgross_pay: verified }: Row): Row {
  if (gross_pay_verify === true && typeof verified === 'number')
    return { total_income: verified, total_annual_income: yearlyPay(verified, 'Monthly') };
  if (typeof gross !== 'number' || !isPayFrequency(often)) return {};
  return { total_income: monthlyPay(gross, often), total_annual_income: yearlyPay(gross, often) };
}

/** The income step's answers, each employer with the monthly gross of its own documents, or none. */
export function withDocumentGross(all: StepAnswers, gross: IncomeChecks['monthly_avr_gross']): StepAnswers {
  const { employers } = all;
  if (!employers || !Array.isArray(employers.employer)) return all;
  const rows = employers.employer.map((row: unknown) => {
    if (!isRecord(row)) return row;
    const { monthly_avr_gross, ...rest } = row;
    const found = gross[String(row.id)] ?? undefined;
    return found === undefined ? rest : { ...rest, monthly_avr_gross: found };
  });
  return { ...all, employers: { ...employers, employer: rows } };
}
